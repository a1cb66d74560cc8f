import { createProgress, type Progress } from "./progress.ts";

/** Output of a command: results on stdout, everything else on stderr. */
export interface CliOutput {
  /** True: stdout carries one JSON object per line and nothing else. */
  readonly json: boolean;
  /** Prints text for people; silent with `--json`. */
  print(text: string): void;
  /** Prints one object as a line of JSON; silent without `--json`. */
  emit(record: Readonly<Record<string, unknown>>): void;
  /** Prints a message that is not a result, on stderr. */
  info(text: string): void;
  /** Starts a progress bar on stderr, if that is a terminal. */
  progress(total: number, unit: string): Progress;
}

/** Creates the output of a process. */
export const createOutput = (json: boolean): CliOutput => ({
  json,
  print: (text) => {
    if (!json) process.stdout.write(`${text}\n`);
  },
  emit: (record) => {
    if (json) process.stdout.write(`${JSON.stringify(record)}\n`);
  },
  info: (text) => {
    process.stderr.write(`${text}\n`);
  },
  progress: createProgress,
});
