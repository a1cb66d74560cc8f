import { keepUpTo } from "#core/keep-up-to.ts";
import type { Process } from "../../processes/process.ts";
import { mongoLine } from "../../stores/mongo/server/mongo-log.ts";
import type { PendingLine } from "./pending-line.ts";

/** Lines that a program writes by the clock, within [fromMs, toMs]. */
export const periodicLines = ({ program }: Process, sinceMs: number, fromMs: number, toMs: number): readonly PendingLine[] => {
  const periodic = PERIODIC[program];
  if (periodic === undefined) return [];
  const { everyMs, render } = periodic;
  const lines: PendingLine[] = [];
  for (
    let k = Math.max(1, Math.ceil((fromMs - sinceMs) / everyMs), Math.floor((toMs - sinceMs) / everyMs) - PERIODS_MAX);
    sinceMs + k * everyMs <= toMs;
    k++
  ) {
    const atMs = sinceMs + k * everyMs;
    lines.push({ atMs, render: () => textOf(program, render, atMs, k), stream: "stdout" });
  }
  return lines;
};

const PERIODS_MAX = 5000;

/** Text of a line, cached across the worlds that have it in their past. */
const textOf = (program: string, render: (atMs: number, count: number) => string, atMs: number, count: number): string =>
  keptText(`${program} ${atMs} ${count}`, () => render(atMs, count));

const keptText = keepUpTo<string, string>(2000);

const PERIODIC: Readonly<Record<string, { readonly everyMs: number; readonly render: (atMs: number, count: number) => string }>> = {
  mongod: {
    everyMs: 60_000,
    render: (atMs, count) => {
      const snapshot = 3 + count * 2;
      const text = `[${Math.floor(atMs / 1000)}:${100_000 + (atMs % 1000)}][1:0x7f3c5a1c2700], WT_SESSION.checkpoint: [WT_VERB_CHECKPOINT_PROGRESS] saving checkpoint snapshot min: ${snapshot}, snapshot max: ${snapshot} snapshot count: 0, oldest timestamp: (0, 0) , meta checkpoint timestamp: (0, 0)`;
      return mongoLine(
        atMs,
        { component: "STORAGE", id: 22430, context: "WTCheckpointThread", message: "WiredTiger message" },
        { message: text },
      );
    },
  },
};
