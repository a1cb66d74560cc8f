import { Presets, SingleBar } from "cli-progress";

/** Shows how far a long command has come. */
export interface Progress {
  advance(): void;
  stop(): void;
}

/** Creates a bar on stderr; where that is no terminal, it shows nothing. */
export const createProgress = (total: number, unit: string): Progress => {
  if (process.stderr.isTTY !== true) return { advance: () => undefined, stop: () => undefined };
  const format = `{bar} {percentage}% {value}/{total} ${unit}, {duration_formatted} gone, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { advance: () => bar.increment(), stop: () => bar.stop() };
};
