import { Presets, SingleBar } from "cli-progress";

/** Progress display of a long command. */
export interface Progress {
  advance(): void;
  stop(): void;
}

/** Creates a progress bar on stderr; does nothing if that is not a terminal. */
export const createProgress = (total: number, unit: string): Progress => {
  if (process.stderr.isTTY !== true) return { advance: () => undefined, stop: () => undefined };
  const format = `{bar} {percentage}% {value}/{total} ${unit}, {duration_formatted} gone, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { advance: () => bar.increment(), stop: () => bar.stop() };
};
