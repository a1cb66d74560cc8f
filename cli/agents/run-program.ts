import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";

/** A program to run, and its time limit. */
export interface ProgramRun {
  /** Command line for `sh -c`. */
  readonly command: string;
  /** Folder in which it starts. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Maximum time, ms; then the program and its children are killed. */
  readonly timeoutMs: number;
  /** File of what it prints. */
  readonly logFile: string;
  /** Kills the program when it is aborted. */
  readonly signal: AbortSignal;
}

/** Runs a program to its end. @returns its exit status; null: it was killed */
export const runProgram = ({ command, cwd, env, timeoutMs, logFile, signal }: ProgramRun): Promise<number | null> =>
  new Promise((resolve, reject) => {
    // A group of its own, so that what the program started ends with it.
    const child = spawn("sh", ["-c", command], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(logFile).once("error", reject);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(kill, timeoutMs);
    signal.addEventListener("abort", kill, { once: true });
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      kill();
      log.end(() => resolve(status));
    });
  });

/** Statuses by which a shell says that a program cannot be run, or is not there. */
export const CANNOT_START: readonly number[] = [126, 127];
