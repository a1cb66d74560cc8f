import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { createHashAfter, fractionOf } from "../metrics/number-hash.ts";
import { type Call, drawCallTree, pickWeighted } from "./call-tree.ts";
import type { Timeline } from "./message-deliveries.ts";
import { hexOf, renderTrace } from "./render-trace.ts";
import type { Trace } from "./trace-model.ts";

/** Filters of sampled requests; each is applied to those that passed the one before. */
export interface TraceWish {
  /** By what flows there and the number that names the draw: cheap, and never false for a request that fits. */
  readonly mayFit: (row: FlowRow, root: string, draw: number) => boolean;
  /** By the drawn request. */
  readonly fits: (call: Call) => boolean;
}

/** Sampled requests that are wanted, newest first: at most one per second is sampled, operations in proportion to their rates. */
export function* sampledTraces(world: World, fromMs: number, toMs: number, wish: TraceWish): IterableIterator<Trace> {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const timeline = timelineOf(world);
  const lastMs = Math.min(toMs, world.nowMs() - SETTLE_MS);
  const firstMs = Math.max(fromMs, log.at(0)?.fromMs ?? Number.POSITIVE_INFINITY);
  let second = Math.floor(lastMs / 1000);
  let examined = 0;
  for (let index = log.firstIndexWhere((row) => row.fromMs > lastMs) - 1; second * 1000 >= firstMs; index--) {
    const row = log.at(Math.max(0, index)) as FlowRow;
    const draw = createDraw(row);
    for (; second * 1000 >= firstMs && (row.fromMs <= second * 1000 || index <= 0); second--) {
      examined += 1;
      if (examined > EXAMINED_MAX) return;
      const trace = traceOfSecond(world, draw, second, wish, timeline);
      if (trace !== undefined) yield trace;
    }
  }
}

/** Seconds that one search looks at. */
const EXAMINED_MAX = 40_000;

/** The trace with an id; the id says from which second it is. */
export const traceById = (world: World, id: string): Trace | undefined => {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  const second = (Number.parseInt(id.slice(0, 8), 16) ^ SECOND_MASK) >>> 0;
  if (second * 1000 > world.nowMs() - SETTLE_MS) return undefined;
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const row = log.at(log.firstIndexWhere((candidate) => candidate.fromMs > second * 1000) - 1);
  const trace = row === undefined ? undefined : traceOfSecond(world, createDraw(row), second, ANY, timelineOf(world));
  return trace?.traceID === id ? trace : undefined;
};

const ANY: TraceWish = { mayFit: () => true, fits: () => true };

const timelineOf = (world: World): Timeline => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  return {
    after: (row) => log.at(log.firstIndexWhere(({ fromMs }) => fromMs > row.fromMs)),
    untilMs: world.nowMs() - SETTLE_MS,
  };
};

/** Spans reach the store in batches, some seconds late. */
const SETTLE_MS = 3000;

const SECOND_MASK = 0x5bd1_e995;

interface Draw {
  readonly row: FlowRow;
  readonly total: number;
  readonly hashOfSecond: (second: string) => number;
}

const createDraw = (row: FlowRow): Draw => ({
  row,
  total: row.operations.reduce((sum, { rate }) => sum + rate, 0),
  hashOfSecond: createHashAfter(`trace/${row.servers[0]?.process ?? ""}/`),
});

const traceOfSecond = (
  world: World,
  { row, total, hashOfSecond }: Draw,
  second: number,
  { mayFit, fits }: TraceWish,
  timeline: Timeline,
): Trace | undefined => {
  const draw = hashOfSecond(`${second}`);
  if (fractionOf(draw, 1) >= total) return undefined;
  const operation = pickWeighted(row.operations, ({ rate }) => rate, fractionOf(draw, 2));
  if (operation === undefined || !mayFit(row, operation.operation, draw)) return undefined;
  const startMs = second * 1000 + Math.floor(fractionOf(draw, 3) * 999);
  const call = drawCallTree(row, operation.operation, draw, startMs, timeline);
  if (call === undefined || !fits(call)) return undefined;
  const id = ((second ^ SECOND_MASK) >>> 0).toString(16).padStart(8, "0") + hexOf(`1/${draw}`) + hexOf(`2/${draw}`) + hexOf(`3/${draw}`);
  return renderTrace(world, id, call, startMs);
};
