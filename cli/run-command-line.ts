import { inspect } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import { createProgram } from "./create-program.ts";
import { EXIT_CODES } from "./errors/exit-codes.ts";
import { explainError } from "./errors/explain-error.ts";
import { loadCommands } from "./load-commands.ts";

/** Runs the command that a command line names. @returns the exit code; ends the process itself when the command failed */
export const runCommandLine = async (argv: readonly string[]): Promise<number> => {
  const program = createProgram(await loadCommands(argv[0]), packageJson.version);
  try {
    const status = await program.run(argv.length === 0 ? ["--help"] : argv);
    // An interrupted command leaves episodes that play in this process, which nobody waits for.
    if (status === EXIT_CODES.interrupted.code) process.exit(status);
    return status;
  } catch (error) {
    // A command that failed half-way may have left threads behind, which would keep the process alive.
    process.exit(explain(error));
  }
};

const explain = (error: unknown): number => {
  const explained = explainError(error);
  if (explained !== undefined) {
    process.stderr.write(`kubedrill: ${explained.message}\n`);
    return explained.exitCode;
  }
  process.stderr.write(`kubedrill: this should not happen; please report it with the lines below.\n${inspect(error)}\n`);
  return EXIT_CODES.bug.code;
};

// A reader that has seen enough, such as `| head`, closes the pipe: that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT_CODES.ok.code);
  throw error;
});
