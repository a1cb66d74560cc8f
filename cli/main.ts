/** The command line. */
import { keepCompiledCode } from "#env/keep-compiled-code.ts";
import { resolveOwnModules } from "#env/resolve-own-modules.ts";

keepCompiledCode();
resolveOwnModules();
const { runCommandLine } = await import("./run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
