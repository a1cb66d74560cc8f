import { ANSWER_BYTES, REQUEST_BYTES } from "#sim/telemetry/metrics/containers/container-values.ts";
import type { Comparison, Watched } from "./agreement.ts";
import { askSamples } from "./ask.ts";
import type { Requests, SpanGroup } from "./compare-requests.ts";

/** Time between a scrape of the kubelets and one of the spans, s. */
const APART_S = 4;

/**
 * Compares the sums over the pods of a component with what it is said to serve and to send as a whole.
 *
 * Pods count what comes and goes over their network; a request and its answer have known sizes.
 */
export const comparePods = async (watched: Watched, { groups, seconds }: Requests): Promise<readonly Comparison[]> => {
  const { admin } = watched.slot;
  const down = await askSamples(admin, "prometheus", `min_over_time(up{job="kubernetes-cadvisor"}[${seconds}s]) == 0`, watched.toMs);
  if (down.length > 0) return [];
  const apart = await spansApart(watched, seconds);
  const received = await bytesByPod(watched, "receive", seconds);
  const sent = await bytesByPod(watched, "transmit", seconds);
  return [...Map.groupBy(groups.values(), ({ service }) => service)].flatMap(([service, own]): readonly Comparison[] => {
    const ofService = new RegExp(`^${service}-([a-z0-9]+-[a-z0-9]{5}|[a-z0-9]{5}|[0-9]+)$`);
    const sum = (bytes: ReadonlyMap<string, number>) =>
      [...bytes].reduce((all, [pod, value]) => (ofService.test(pod) ? all + value : all), 0);
    const between = apart.get(service) ?? 0;
    const [inward, outward] = [sum(received), sum(sent)];
    // Two equations: in = served · request + sent · answer, and out the other way round.
    const determinant = REQUEST_BYTES ** 2 - ANSWER_BYTES ** 2;
    const servedByPods = (inward * REQUEST_BYTES - outward * ANSWER_BYTES) / determinant;
    const sentByPods = (outward * REQUEST_BYTES - inward * ANSWER_BYTES) / determinant;
    return [
      compare("served: pods, service", service, servedByPods, callsOf(own, "server"), between),
      compare("sent: pods, service", service, sentByPods, callsOf(own, "client"), between),
    ];
  });
};

const callsOf = (groups: readonly SpanGroup[], kind: SpanGroup["kind"]): number =>
  groups.reduce((sum, group) => (group.kind === kind ? sum + group.calls : sum), 0);

const compare = (check: string, subject: string, pods: number, whole: number, between: number): Comparison => ({
  check,
  subject,
  said: [pods, whole],
  deviation: Math.sqrt(Math.max(pods, whole, 1)),
  slack: 3 + between,
});

/** Number of spans of each service that may lie between the scrapes of the kubelets and of the spans, at both ends together. */
const spansApart = async ({ slot, toMs }: Watched, seconds: number): Promise<ReadonlyMap<string, number>> => {
  const rate = "sum by (service_name) (rate(traces_span_metrics_calls_total[30s]))";
  const over = async (aggregate: string): Promise<ReadonlyMap<string, number>> => {
    const samples = await askSamples(slot.admin, "prometheus", `${aggregate}_over_time((${rate})[${seconds}s:15s])`, toMs);
    return new Map(samples.map(({ labels, value }) => [labels["service_name"] ?? "", value]));
  };
  const means = await over("avg");
  // What comes in bursts may come just then.
  return new Map([...(await over("max"))].map(([name, peak]) => [name, 2 * peak * (peak > 3 * (means.get(name) ?? 0) ? 30 : APART_S)]));
};

/** Increase of a network counter by pod; a pod that ended in between counts up to its end. */
const bytesByPod = async (
  { slot, fromMs, toMs }: Watched,
  direction: "receive" | "transmit",
  seconds: number,
): Promise<ReadonlyMap<string, number>> => {
  const series = `container_network_${direction}_bytes_total{namespace="${slot.namespace}"}`;
  const end = await askSamples(slot.admin, "prometheus", `sum by (pod) (max_over_time(${series}[${seconds}s]))`, toMs);
  const begin = await askSamples(slot.admin, "prometheus", `sum by (pod) (${series})`, fromMs);
  const before = new Map(begin.map(({ labels, value }) => [labels["pod"] ?? "", value]));
  return new Map(end.map(({ labels, value }) => [labels["pod"] ?? "", value - (before.get(labels["pod"] ?? "") ?? 0)]));
};
