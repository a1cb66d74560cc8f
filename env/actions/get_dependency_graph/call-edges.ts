import { isFailed, parentOf, type Span, type Trace, tagOf } from "../jaeger-trace.ts";

/** One call between two services. */
export interface Call {
  readonly caller: string;
  readonly callee: string;
  readonly failed: boolean;
  /** Duration as its caller saw it, µs. */
  readonly durationUs: number;
}

/** All calls between a pair of services. */
export interface Edge {
  readonly caller: string;
  readonly callee: string;
  readonly calls: number;
  readonly failed: number;
  readonly p50Us: number;
  readonly p95Us: number;
}

/**
 * Reads the calls of a trace. A caller's own span names the callee in `peer.service`, whether the callee answered or
 * not; where it does not, the callee is the service of the span below it.
 */
export const callsOf = ({ spans, processes }: Trace): readonly Call[] => {
  const byId = new Map(spans.map((span) => [span.spanID, span]));
  const serviceOf = (span: Span): string => processes[span.processID]?.serviceName ?? "?";
  return spans.flatMap((span) => {
    const peer = tagOf(span, "peer.service");
    const call = { failed: isFailed(span), durationUs: span.duration };
    if (peer !== undefined) return [{ caller: serviceOf(span), callee: String(peer), ...call }];
    const parent = byId.get(parentOf(span) ?? "");
    const isCounted = parent === undefined || serviceOf(parent) === serviceOf(span) || tagOf(parent, "peer.service") !== undefined;
    return isCounted ? [] : [{ caller: serviceOf(parent), callee: serviceOf(span), ...call }];
  });
};

/** Sums calls by caller and callee, in the order of their names. */
export const sumEdges = (calls: readonly Call[]): readonly Edge[] =>
  [...Map.groupBy(calls, ({ caller, callee }) => `${caller} ${callee}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => {
      const durations = members.map(({ durationUs }) => durationUs).sort((a, b) => a - b);
      const quantile = (share: number): number => durations[Math.ceil(share * durations.length) - 1] ?? 0;
      const { caller, callee } = members[0] as Call;
      return {
        caller,
        callee,
        calls: members.length,
        failed: members.filter(({ failed }) => failed).length,
        p50Us: quantile(0.5),
        p95Us: quantile(0.95),
      };
    });
