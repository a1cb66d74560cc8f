import { Presets, SingleBar } from "cli-progress";
import { createProgressLines } from "./progress-lines.ts";

/** Progress display of a long command. */
export interface Progress {
  advance(): void;
  /** Writes a line above the display. */
  note(text: string): void;
  stop(): void;
}

/** Creates a progress display on stderr: a bar if that is a terminal, else a line now and then. */
export const createProgress = (total: number, unit: string): Progress => {
  if (process.stderr.isTTY !== true) return createProgressLines(total, unit, (line) => void process.stderr.write(`${line}\n`));
  const format = `{bar} {percentage}% {value}/{total} ${unit}, {duration_formatted} gone, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  bar.start(total, 0);
  return {
    advance: () => bar.increment(),
    note: (text) => {
      process.stderr.write(`\r\x1b[K${text}\n`); // in place of the bar, which draws itself again below
    },
    stop: () => bar.stop(),
  };
};
