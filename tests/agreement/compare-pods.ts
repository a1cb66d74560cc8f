import type { Slot } from "#pool/backend.ts";
import { ANSWER_BYTES, REQUEST_BYTES } from "#sim/telemetry/metrics/containers/container-values.ts";
import { SCRAPE_INTERVAL_MS } from "#sim/telemetry/metrics/scrape.ts";
import type { Comparison, Watched } from "./agreement.ts";
import { askSamples } from "./ask.ts";
import type { Requests, SpanGroup } from "./compare-requests.ts";

/** Time between a scrape of the kubelets and one of the spans, and by how much the kubelets' clock is behind, ms. */
const APART_MS = 4300;

/**
 * Compares the sums over the pods of a component with what it is said to serve and to send as a whole.
 *
 * Pods count what comes and goes over their network; a request and its answer have known sizes.
 */
export const comparePods = async (watched: Watched, { groups, seconds }: Requests): Promise<readonly Comparison[]> => {
  const { admin } = watched.slot;
  const down = await askSamples(admin, "prometheus", `min_over_time(up{job="kubernetes-cadvisor"}[${seconds}s]) == 0`, watched.toMs);
  if (down.length > 0) return [];
  const apart = await spansApart(watched);
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
const spansApart = async ({ slot, fromMs, toMs }: Watched): Promise<ReadonlyMap<string, number>> => {
  const [begin, end] = [await apartAt(slot, fromMs), await apartAt(slot, toMs)];
  return new Map([...end].map(([service, spans]) => [service, spans + (begin.get(service) ?? 0)]));
};

/** Between two scrapes of the spans lies one of the kubelets: it may be before or after all that came in a burst. */
const apartAt = async ({ admin }: Slot, atMs: number): Promise<ReadonlyMap<string, number>> => {
  const countAt = async (scrape: number): Promise<ReadonlyMap<string, number>> => {
    const samples = await askSamples(
      admin,
      "prometheus",
      "sum by (service_name) (traces_span_metrics_calls_total)",
      atMs + scrape * SCRAPE_INTERVAL_MS,
    );
    return new Map(samples.map(({ labels, value }) => [labels["service_name"] ?? "", value]));
  };
  const counts = [await countAt(-2), await countAt(-1), await countAt(0), await countAt(1)];
  return new Map(
    [...(counts[2] as ReadonlyMap<string, number>).keys()].map((service) => {
      const [before = 0, between = 0, after = 0] = [1, 2, 3].map(
        (i) => (counts[i]?.get(service) ?? 0) - (counts[i - 1]?.get(service) ?? 0),
      );
      const isBurst = Math.max(before, between, after) > 3 * Math.min(before, between, after);
      return [service, isBurst ? between : (between * APART_MS) / SCRAPE_INTERVAL_MS];
    }),
  );
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
