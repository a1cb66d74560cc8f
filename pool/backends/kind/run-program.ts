import { execa } from "execa";

/** How a program of this machine ended. */
export interface ProgramResult {
  /** Undefined when it did not run to its end: it is missing, or was stopped for taking too long. */
  readonly exitCode: number | undefined;
  readonly isMissing: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of this machine. How it ends is an answer; nothing throws. @param timeoutMs after which it is stopped */
export const runProgram = async (program: string, args: readonly string[], timeoutMs: number, input?: string): Promise<ProgramResult> => {
  const { exitCode, stdout, stderr, code } = await execa(program, args, {
    reject: false,
    stripFinalNewline: false,
    timeout: timeoutMs,
    maxBuffer: OUTPUT_MAX,
    ...(input === undefined ? { stdin: "ignore" as const } : { input }),
  });
  return { exitCode, isMissing: code === "ENOENT", stdout: `${stdout ?? ""}`, stderr: `${stderr ?? ""}` };
};

/** Characters of output; more is cut off, and ends the program. */
const OUTPUT_MAX = 4_000_000;
