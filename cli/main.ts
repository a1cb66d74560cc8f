/** The command line. */
import { keepCompiledCode } from "#env/host/keep-compiled-code.ts";
import { resolveOwnModules } from "#env/host/resolve-own-modules.ts";

keepCompiledCode();
resolveOwnModules();
const { runCommandLine } = await import("./run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
