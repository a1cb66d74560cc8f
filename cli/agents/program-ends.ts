import { CliError } from "../errors/cli-error.ts";

/** Ends the evaluation rather than one sample: an agent must not void those that it would do badly in. */
export const notStarted = (status: number | null, logFile: string): CliError =>
  new CliError(
    `the agent could not start (status ${status}; see ${logFile}); it runs in a folder of its own: give its files by whole paths`,
    "unavailable",
  );

/** Tells how a program ended that did not end well. @param status null: it was killed */
export const describeEnd = (status: number | null, timeoutMs: number): string =>
  status === null
    ? `the agent was killed after ${timeoutMs / 1_000} s; its work is scored as it stands`
    : `the agent failed with status ${status}; its work is scored as it stands`;
