import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { aggregatedServer } from "../../apiserver/http/aggregated-server.ts";
import { listObjects } from "../../apiserver/store/store.ts";
import { isPodReady } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import { podUsage } from "../../telemetry/resource-metrics/resource-usage.ts";
import type { MetricTarget } from "./metric-spec.ts";

/** Resource to measure: of whole pods, or of one of their containers. */
export interface MeasureRequest {
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly resource: string;
  readonly container: string | undefined;
  readonly target: MetricTarget;
  readonly current: number;
}

/** Replicas that a resource metric proposes, with the measured values; or the error of measuring. */
export type Measured =
  | { readonly replicas: number; readonly averageMilli: number; readonly utilization: number | undefined }
  | { readonly problem: string };

/** Tolerance of the ratio between actual and target usage. */
const TOLERANCE = 0.1;

/** Measures as the controller does: pods that are unready or without metrics count against a change. */
export const measureResource = (world: World, request: MeasureRequest): Measured => {
  const { namespace, selector, resource } = request;
  const server = aggregatedServer(world, "metrics.k8s.io");
  if (server !== "served") {
    const why =
      server === "absent" ? "the server could not find the requested resource" : "the server is currently unable to handle the request";
    return {
      problem: `unable to get metrics for resource ${resource}: unable to fetch metrics from resource metrics API: ${why} (get pods.metrics.k8s.io)`,
    };
  }
  const pods = listObjects<Pod>(world, "pods", namespace).filter((pod) => matchesLabelSelector(selector, pod.metadata.labels));
  const used = new Map(pods.flatMap((pod) => usedMilli(world, pod, request)));
  if (used.size === 0) return { problem: `unable to get metrics for resource ${resource}: no metrics returned from resource metrics API` };
  const alive = pods.filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && status?.phase !== "Failed");
  const unready = alive.filter(
    (pod) => pod.status?.phase === "Pending" || (resource === "cpu" && used.has(pod.metadata.name) && !isPodReady(pod)),
  );
  const missing = alive.filter((pod) => !used.has(pod.metadata.name) && !unready.includes(pod));
  const counted = alive.filter((pod) => used.has(pod.metadata.name) && !unready.includes(pod));
  if (counted.length === 0) return { problem: "did not receive metrics for targeted pods (pods might be unready)" };
  return propose(request, { counted, unready, missing, used });
};

const usedMilli = (world: World, pod: Pod, { resource, container }: MeasureRequest): readonly (readonly [string, number])[] => {
  const usage = podUsage(world, pod.metadata.uid ?? "");
  if (usage === undefined) return [];
  let sum = 0;
  for (const [name, { nanoCores, memoryBytes }] of usage) {
    if (container !== undefined && name !== container) continue;
    sum += resource === "cpu" ? nanoCores / 1e6 : memoryBytes * 1000;
  }
  return [[pod.metadata.name, Math.round(sum)]];
};

interface Grouped {
  readonly counted: readonly Pod[];
  readonly unready: readonly Pod[];
  readonly missing: readonly Pod[];
  readonly used: ReadonlyMap<string, number>;
}

const propose = (request: MeasureRequest, { counted, unready, missing, used }: Grouped): Measured => {
  const { target, current } = request;
  const wanted = target.averageUtilization;
  const amounts = new Map<string, number>();
  for (const pod of [...counted, ...unready, ...missing]) {
    const requested = wanted === undefined ? milliValue(target.averageValue) : requestOf(pod, request);
    if (typeof requested === "string") return { problem: requested };
    amounts.set(pod.metadata.name, wanted === undefined ? requested : (requested * wanted) / 100);
  }
  const ratioOf = (pods: readonly Pod[], usedBy: (pod: Pod) => number): number =>
    sum(pods, usedBy) /
    Math.max(
      1,
      sum(pods, (pod) => amounts.get(pod.metadata.name) ?? 0),
    );
  const usedBy = (pod: Pod): number => used.get(pod.metadata.name) ?? 0;
  const ratio = ratioOf(counted, usedBy);
  const averageMilli = Math.floor(sum(counted, usedBy) / counted.length);
  const utilization = wanted === undefined ? undefined : Math.floor(ratio * wanted);
  const done = (replicas: number): Measured => ({ replicas, averageMilli, utilization });
  const addsUnready = unready.length > 0 && ratio > 1;
  if (!addsUnready && missing.length === 0) return done(isNear(ratio) ? current : Math.ceil(ratio * counted.length));
  const assumed = (pod: Pod): number => {
    if (unready.includes(pod)) return 0;
    if (!missing.includes(pod)) return usedBy(pod);
    return ratio < 1 ? (amounts.get(pod.metadata.name) ?? 0) * Math.max(1, 100 / (wanted ?? 100)) : 0;
  };
  const all = [...counted, ...missing, ...(addsUnready ? unready : [])];
  const later = ratioOf(all, assumed);
  if (isNear(later) || ratio < 1 !== later < 1) return done(current);
  const replicas = Math.ceil(later * all.length);
  return done(later < 1 === replicas < current ? replicas : current);
};

const isNear = (ratio: number): boolean => Math.abs(1 - ratio) <= TOLERANCE;

const sum = (pods: readonly Pod[], of: (pod: Pod) => number): number => pods.reduce((total, pod) => total + of(pod), 0);

const requestOf = (pod: Pod, { resource, container }: MeasureRequest): number | string => {
  let total = 0;
  for (const { name, resources } of pod.spec.containers) {
    if (container !== undefined && name !== container) continue;
    const request = resources?.requests?.[resource];
    if (request === undefined) return `missing request for ${resource} in container ${name} of Pod ${pod.metadata.name}`;
    total += milliValue(request);
  }
  return total;
};
