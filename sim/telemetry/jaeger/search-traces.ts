import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { type Call, failsAtEntry, type Work } from "./call-tree.ts";
import { emitsSpans } from "./render-trace.ts";
import { errorShareOf } from "./row-calls.ts";
import { sampledTraces } from "./sampled-traces.ts";
import { traceMatches } from "./trace-matches.ts";
import type { Trace } from "./trace-model.ts";

/** Search for traces: a trace is found when one span of the service matches all of it. */
export interface TraceSearch {
  readonly service: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  readonly operation: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly minUs: number;
  readonly maxUs: number;
}

/** The newest traces that a search finds. */
export const searchTraces = (world: World, search: TraceSearch): readonly Trace[] => {
  const found: Trace[] = [];
  for (const trace of sampledTraces(world, beforeLag(world, search.fromMs), search.toMs, {
    mayFit: createForecast(search),
    fits: (call) => mayFit(call, search),
  })) {
    if (traceMatches(trace, search)) found.push(trace);
    if (found.length >= search.limit) break;
  }
  return found;
};

/** The instant from which on messages may be sent that are read at an instant or later: whatever is behind then was up to date before. */
const beforeLag = (world: World, atMs: number): number => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  let index = log.firstIndexWhere(({ fromMs }) => fromMs > atMs) - 1;
  if ((log.at(index)?.queues ?? []).length === 0) return atMs;
  while ((log.at(index - 1)?.queues ?? []).length > 0) index -= 1;
  return log.at(index)?.fromMs ?? atMs;
};

/** Prediction for a root operation's requests in a row, before one is drawn. */
type Forecast = "never" | "when-the-entry-fails" | "perhaps";

const createForecast = (search: TraceSearch) => {
  const byRow = new Map<FlowRow, Map<string, Forecast>>();
  return (row: FlowRow, root: string, draw: number): boolean => {
    let byRoot = byRow.get(row);
    if (byRoot === undefined) {
      byRoot = new Map();
      byRow.set(row, byRoot);
    }
    let forecast = byRoot.get(root);
    if (forecast === undefined) {
      forecast = forecastOf(row, root, search);
      byRoot.set(root, forecast);
    }
    return forecast === "perhaps" || (forecast === "when-the-entry-fails" && failsAtEntry(row, root, draw));
  };
};

const forecastOf = (row: FlowRow, root: string, { service, operation, tags }: TraceSearch): Forecast => {
  const isWanted = (name: string): boolean => operation === undefined || name === operation;
  const edges = row.edges.filter((edge) => edge.root === root && edge.rate > 0);
  // Its messages are read later, as things are then.
  if (row.queues !== undefined && edges.some(({ message }) => message !== undefined)) return "perhaps";
  const sent = edges.filter((edge) => edge.fromProcess !== undefined && edge.from === service && isWanted(edge.operation));
  const isReached = edges.some(({ to }) => to === service);
  const served = isReached ? row.servers.filter((server) => server.component === service && isWanted(server.operation)) : [];
  if (sent.length + served.length === 0) return "never";
  if (tags["error"] !== "true") return "perhaps";
  if (![...sent, ...served].some((flow) => errorShareOf(flow) > 0)) return "never";
  return edges.some((edge) => failsBesideItsCaller(row, edge)) ? "perhaps" : "when-the-entry-fails";
};

/** True when a call fails more often than its caller does: then it may fail in a request that succeeds. */
const failsBesideItsCaller = (row: FlowRow, edge: FlowRow["edges"][number]): boolean => {
  if (edge.fromProcess === undefined || errorShareOf(edge) === 0) return false;
  const callers = row.servers.filter(({ process, rate }) => process === edge.fromProcess && rate > 0);
  return callers.some((caller) => errorShareOf(edge) > errorShareOf(caller));
};

/** Tells whether a span of the request may match, as far as that is known without its tags. */
const mayFit = (call: Call, search: TraceSearch): boolean => call.work !== undefined && callFits(call, search);

const callFits = (call: Call, search: TraceSearch): boolean =>
  (call.work !== undefined && workFits(call.work, search)) ||
  call.deliveries.some(({ call: delivery }) => delivery.edge.from === search.service || callFits(delivery, search));

const workFits = (work: Work, search: TraceSearch): boolean =>
  (work.server.component === search.service && spanFits(work.server.operation, work, search)) ||
  work.calls.some(
    (call) =>
      (work.server.component === search.service && spanFits(call.edge.operation, call, search)) ||
      ((emitsSpans(call.edge) || call.deliveries.length > 0) && callFits(call, search)),
  );

const spanFits = (
  name: string,
  { ms, error }: { readonly ms: number; readonly error: unknown },
  { operation, minUs, maxUs, tags }: TraceSearch,
): boolean => {
  if (operation !== undefined && name !== operation) return false;
  if (tags["error"] === "true" && error === undefined) return false;
  const us = Math.max(1, Math.round(ms * 1000));
  return us >= minUs && us <= maxUs;
};
