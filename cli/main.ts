/** The command line. */
import { keepCompiledCode } from "#env/keep-compiled-code.ts";

keepCompiledCode();
const { runCommandLine } = await import("./run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
