import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import { putLoad, setLoadFactor } from "#sim/flow/load.ts";
import type { World } from "#sim/kernel/world.ts";
import { latencyAt } from "#sim/telemetry/metrics/traffic/latency.ts";
import type { Topology } from "./topology.ts";
import { worldOf } from "./world-of.ts";

/** Answers of the flow model about a span of time. */
export interface FlowAnswer {
  readonly errorShare: number;
  /** Latency of successes at a share of them, at the end of the span, ms. */
  readonly quantile: (share: number) => number;
}

interface Span {
  /** Of the observed span, ms from when the load comes. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Requests per second from an instant on, in order; missing: the topology's. */
  readonly load?: readonly { readonly fromMs: number; readonly rps: number }[];
}

/** Asks the flow model for what `simulateRequests` counts. */
export const observeFlow = (topology: Topology, span: Span): FlowAnswer => observeWorld(worldOf(topology), topology, span);

/** The same in a world that has the topology already, which goes on from there. */
export const observeWorld = (world: World, topology: Topology, { fromMs, toMs, load = [] }: Span): FlowAnswer => {
  const startMs = world.nowMs();
  putLoad(world);
  for (const { fromMs: atMs, rps } of load) {
    world.runUntil(startMs + atMs);
    setLoadFactor(world, rps / topology.rps);
  }
  world.runUntil(startMs + toMs);
  return answerOf(world, startMs + fromMs);
};

const answerOf = (world: World, fromMs: number): FlowAnswer => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  let [errors, requests] = [0, 0];
  for (let i = Math.max(0, log.firstIndexWhere((row) => row.fromMs > fromMs) - 1); i < log.length; i++) {
    const row = log.at(i) as FlowRow;
    const untilMs = log.at(i + 1)?.fromMs ?? world.nowMs();
    const [flow] = row.operations;
    if (flow === undefined) continue;
    const sent = flow.rate * (untilMs - Math.max(fromMs, row.fromMs));
    requests += sent;
    errors += sent * flow.errors.reduce((sum, { share }) => sum + share, 0);
  }
  const last = log.last()?.operations[0] ?? { meanMs: 0, deviationMs: 0 };
  return { errorShare: errors / requests, quantile: (share) => latencyAt(share, last) };
};
