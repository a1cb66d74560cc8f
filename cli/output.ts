import { createProgress, type Progress } from "./progress.ts";

/** Where a command speaks: results on stdout, everything else on stderr. */
export interface CliOutput {
  /** One JSON object per line is wanted on stdout, and nothing else. */
  readonly json: boolean;
  /** Prints text for people; silent with `--json`. */
  print(text: string): void;
  /** Prints one object as a line of JSON; silent without `--json`. */
  emit(record: Readonly<Record<string, unknown>>): void;
  /** Says something that is no result, on stderr. */
  note(text: string): void;
  /** A progress bar on stderr where that is a terminal. */
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
  note: (text) => {
    process.stderr.write(`${text}\n`);
  },
  progress: createProgress,
});
