import { canonicalJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import { listOutcomes } from "#core/list-outcomes.ts";
import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Situation } from "../policy.ts";

/** Place of a random call. */
export type Surroundings = Pick<Situation, "app" | "namespace">;

/** Draws a call: three of four look, one changes something. */
export const drawCall = (place: Surroundings, rng: Rng): ToolCall =>
  rng.pick(rng.chance({ numerator: 3, denominator: 4 }) ? LOOKS : ACTS)(place, rng);

/** Probability with which `drawCall` draws this call; 0: it never does. */
export const propensityOf = (place: Surroundings, call: ToolCall): number => {
  const byNamespace = propensities(place.app);
  const known = byNamespace.get(place.namespace) ?? listPropensities(place);
  byNamespace.set(place.namespace, known);
  return known.get(canonicalJson(call)) ?? 0;
};

const propensities = keepFor((_app: Surroundings["app"]) => new Map<string, ReadonlyMap<string, number>>());

const listPropensities = (place: Surroundings): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { value, probability } of listOutcomes((rng) => drawCall(place, rng))) {
    const key = canonicalJson(value);
    sums.set(key, (sums.get(key) ?? 0) + probability);
  }
  return sums;
};

type Draw = (place: Surroundings, rng: Rng) => ToolCall;

const component = ({ app }: Surroundings, rng: Rng): string => rng.pick(app.components).name;

const LOOKS: readonly Draw[] = [
  (_s, rng) =>
    kubectl(
      `get ${rng.pick(["pods", "deployments", "services", "events", "endpoints", "configmaps", "pvc", "nodes", "networkpolicies"])}${rng.pick(["", " -o wide", " -o name"])}`,
    ),
  (s, rng) => kubectl(`describe ${rng.pick(["deployment", "service"])} ${component(s, rng)}`),
  (s, rng) => kubectl(`get deployment ${component(s, rng)} -o yaml`),
  (s, rng) => kubectl(`logs deploy/${component(s, rng)} --tail=${rng.int(1, 40)}`),
  () => kubectl("get pods -A"),
  () => kubectl("top pods"),
  (s, rng) => ({
    name: "query_metrics",
    arguments: { query: `sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="${s.namespace}"}[${rng.int(1, 5)}m]))` },
  }),
  (s, rng) => ({
    name: "query_logs",
    arguments: { query: `{namespace="${s.namespace}", container!=""} |= "${rng.pick(["error", "panic", "listening"])}"` },
  }),
  () => ({ name: "get_alerts", arguments: {} }),
  () => ({ name: "get_services", arguments: {} }),
  () => ({ name: "get_overview", arguments: {} }),
  (_s, rng) => ({ name: "get_dependency_graph", arguments: { lookback: `${rng.int(1, 15)}m` } }),
  (s, rng) => ({ name: "get_traces", arguments: { service: component(s, rng), limit: rng.int(1, 5) } }),
  (_s, rng) => ({ name: "wait", arguments: { seconds: rng.int(1, 60) } }),
];

const ACTS: readonly Draw[] = [
  (s, rng) => kubectl(`scale deployment ${component(s, rng)} --replicas=${rng.int(0, 3)}`),
  (s, rng) => kubectl(`rollout restart deployment ${component(s, rng)}`),
  (s, rng) => kubectl(`delete pod -l ${s.app.labelKey}=${component(s, rng)}`),
  (s, rng) => kubectl(`label deployment ${component(s, rng)} reviewed=${rng.pick(["yes", "no"])} --overwrite`),
  (s, rng) => kubectl(`set env deployment/${component(s, rng)} LOG_LEVEL=${rng.pick(["debug", "info"])}`),
  (s, rng) => kubectl(`rollout undo deployment ${component(s, rng)}`),
  (s, rng) => kubectl(`delete service ${component(s, rng)}`),
  (s, rng) => ({
    name: "submit_diagnosis",
    arguments: {
      root_causes: [{ resource: `deployment/${component(s, rng)}`, fault_type: rng.pick(["scale-to-zero", "memory-limit-too-small"]) }],
    },
  }),
];
