/** A thread that plays simulated episodes. */
import { keepCompiledCode } from "./keep-compiled-code.ts";

keepCompiledCode();
await import("./answer-worker-calls.ts");
