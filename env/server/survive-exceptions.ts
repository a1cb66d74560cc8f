import { randomBytes } from "node:crypto";
import type { ServerLog } from "../observability/server-log.ts";

/**
 * Keeps the process alive when an exception is thrown where nobody catches it, such as in a callback of a library: one
 * bad request must not end everybody's episodes. Each is logged as a bug. More than `BURST_MAX` within a minute end the
 * process with status 70, since a supervisor's restart, after which episodes go on, is better than a loop of failures.
 */
export const surviveExceptions = (log: ServerLog, exit: (status: number) => void = process.exit): void => {
  let recentMs: number[] = [];
  const survive = (cause: unknown): void => {
    const nowMs = performance.now();
    recentMs = [...recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs];
    log.error("bug", { incident_id: randomBytes(6).toString("hex"), uncaught: true }, cause);
    if (recentMs.length > BURST_MAX) exit(EXIT_SOFTWARE);
  };
  process.on("uncaughtException", survive);
  process.on("unhandledRejection", survive);
};

const MINUTE_MS = 60_000;
const BURST_MAX = 100;

/** Status of an internal software error in `sysexits.h`. */
const EXIT_SOFTWARE = 70;
