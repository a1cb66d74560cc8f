/** The command line. */
import { EXIT_CODES } from "./errors/exit-codes.ts";

const NODE_MIN = 24;

// Modules that an older Node does not even link are loaded once it is known to be none.
if (Number(process.versions.node.split(".")[0]) < NODE_MIN) {
  process.stderr.write(
    `kubedrill: its server and commands need Node ${NODE_MIN}, and this is Node ${process.versions.node}: install a newer one from nodejs.org. The client, import "kubedrill/client", runs on this one.\n`,
  );
  process.exitCode = EXIT_CODES.unavailable.code;
} else {
  const [{ keepCompiledCode }, { resolveOwnModules }] = await Promise.all([
    import("#env/host/keep-compiled-code.ts"),
    import("#env/host/resolve-own-modules.ts"),
  ]);
  keepCompiledCode();
  resolveOwnModules();
  const { runCommandLine } = await import("./run-command-line.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
