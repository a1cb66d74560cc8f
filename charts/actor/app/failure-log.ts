import { LINES_PER_S_MAX } from "#sim/programs/lines/failure-rate.ts";

/** Writes failures of calls; beyond a few a second of one kind, the logger drops. */
export const createFailureLog = (print: (message: string) => void): ((kind: string, message: string) => void) => {
  const counts = new Map<string, number>();
  let second = 0;
  return (kind, message) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= LINES_PER_S_MAX) print(message);
  };
};
