import type { ErrorShare, RequestFlow } from "../../../flow/flow-history.ts";
import { errorShareOf } from "./flow-counts.ts";

/** Merges flows of one kind to the pods of a Service into one stream. All else is as in the first. */
export const mergeFlows = <F extends RequestFlow>(flows: readonly F[]): F => {
  const [first] = flows as readonly [F, ...F[]];
  if (flows.length === 1) return first;
  const rate = flows.reduce((sum, flow) => sum + flow.rate, 0);
  return { ...first, rate, errors: mergeErrors(flows, rate), ...mergeLatencies(flows) };
};

const mergeErrors = (flows: readonly RequestFlow[], rate: number): readonly ErrorShare[] => {
  const merged = new Map<string, ErrorShare>();
  for (const flow of flows) {
    for (const error of flow.errors) {
      const key = `${error.cause} ${error.message}`;
      const known = merged.get(key);
      const share = rate === 0 ? 0 : (error.share * flow.rate) / rate;
      merged.set(key, known === undefined ? { ...error, share } : addError(known, { ...error, share }));
    }
  }
  return [...merged.values()];
};

const addError = (a: ErrorShare, b: ErrorShare): ErrorShare => {
  const share = a.share + b.share;
  return { ...a, share, afterMs: share === 0 ? a.afterMs : (a.afterMs * a.share + b.afterMs * b.share) / share };
};

/** Moments of the mixture of what succeeds. */
const mergeLatencies = (flows: readonly RequestFlow[]): Pick<RequestFlow, "meanMs" | "deviationMs"> => {
  const weighted = flows.map((flow) => ({ ...flow, weight: flow.rate * (1 - errorShareOf(flow)) }));
  const whole = weighted.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return { meanMs: (flows[0] as RequestFlow).meanMs, deviationMs: (flows[0] as RequestFlow).deviationMs };
  const meanMs = weighted.reduce((sum, flow) => sum + flow.weight * flow.meanMs, 0) / whole;
  const squares = weighted.reduce((sum, flow) => sum + flow.weight * (flow.deviationMs ** 2 + flow.meanMs ** 2), 0) / whole;
  return { meanMs, deviationMs: Math.sqrt(Math.max(0, squares - meanMs ** 2)) };
};
