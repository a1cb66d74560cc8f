import type { Progress } from "./progress.ts";

const EVERY_MS = 10_000;

/** Creates a progress display of lines, for logs: one every ten seconds at most, with count, rate and time left. */
export const createProgressLines = (
  total: number,
  unit: string,
  write: (line: string) => void,
  nowMs: () => number = () => performance.now(),
): Progress => {
  const beganMs = nowMs();
  let saidMs = beganMs;
  let done = 0;
  return {
    advance: () => {
      done += 1;
      const now = nowMs();
      if (now - saidMs < EVERY_MS) return;
      saidMs = now;
      const perMs = done / (now - beganMs);
      write(`${done}/${total} ${unit}, ${showRate(perMs)}, ${showTime((total - done) / perMs)} left`);
    },
    note: write,
    stop: () => undefined,
  };
};

const showRate = (perMs: number): string =>
  perMs >= 0.001 ? `${(perMs * 1000).toFixed(1)} a second` : `${(perMs * 60_000).toFixed(1)} a minute`;

const showTime = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
