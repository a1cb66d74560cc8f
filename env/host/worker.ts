/** A thread that plays simulated episodes. */
import { keepCompiledCode } from "./keep-compiled-code.ts";
import { resolveOwnModules } from "./resolve-own-modules.ts";

keepCompiledCode();
resolveOwnModules();
await import("./answer-worker-calls.ts");
