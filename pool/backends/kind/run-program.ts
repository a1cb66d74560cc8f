import { execa } from "execa";
import type { RemoteCommand } from "#pool/kubernetes/api-connection.ts";

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

/** Starts a program of this machine that is talked to while it runs. It ends with this process. */
export const talkToProgram = (program: string, args: readonly string[]): RemoteCommand => {
  const running = execa(program, args, { reject: false, buffer: false, stderr: "ignore" });
  // Whoever writes to a program that has ended learns of it by `ended`.
  running.stdin.on("error", () => undefined);
  return {
    write: (text) => void running.stdin.write(text),
    output: running.stdout,
    ended: running.then(() => undefined),
    close: () => void running.kill("SIGKILL"),
  };
};

/** Characters of output; more is cut off, and ends the program. */
const OUTPUT_MAX = 4_000_000;
