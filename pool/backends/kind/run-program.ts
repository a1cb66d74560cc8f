import { execa } from "execa";
import type { RemoteCommand } from "#pool/kubernetes/api-connection.ts";

/** Outcome of a program on this machine. */
export interface ProgramResult {
  /** Exit code; undefined if it did not run to its end: it is missing, or was stopped at its timeout. */
  readonly exitCode: number | undefined;
  readonly isMissing: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program on this machine. Failures are returned, never thrown.
 * @param timeoutMs time after which it is stopped
 */
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

/** Starts a program on this machine for interactive use. It ends with this process. */
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

/** Maximum number of characters of output; more ends the program. */
const OUTPUT_MAX = 4_000_000;
