import { EXIT_CODES } from "./exit-codes.ts";

/** Runs work whose signal is aborted by Ctrl-C, so that it can say what it kept; a second Ctrl-C ends the process at once. */
export const untilInterrupted = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted.code);
    controller.abort();
  };
  process.on("SIGINT", stop);
  try {
    return await work(controller.signal);
  } finally {
    // Once interrupted it stays, for a second Ctrl-C while the rest is put away.
    if (!controller.signal.aborted) process.off("SIGINT", stop);
  }
};
