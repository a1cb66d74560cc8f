import { milliValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import { aggregatedServer } from "../../apiserver/http/aggregated-server.ts";
import type { World } from "../../kernel/world.ts";
import { podUsage } from "../../telemetry/resource-metrics/resource-usage.ts";
import { calculateReplicas, type Tolerances } from "./calculate-replicas.ts";
import { groupPods, type Sample } from "./group-pods.ts";
import type { MetricTarget } from "./metric-spec.ts";

/** Resource to measure: of whole pods, or of one of their containers. */
export interface MeasureRequest {
  /** Pods that the target's selector matches. */
  readonly pods: readonly Pod[];
  readonly resource: string;
  readonly container: string | undefined;
  readonly target: MetricTarget;
  readonly tolerances: Tolerances;
  readonly current: number;
}

/** Replicas that a resource metric proposes, with the measured values; or the error of measuring. */
export type Measured =
  | { readonly replicas: number; readonly averageMilli: number; readonly utilization: number | undefined }
  | { readonly problem: string };

/** Measures as the controller does: pods that are unready or without metrics count against a change. */
export const measureResource = (world: World, request: MeasureRequest): Measured => {
  const { pods, resource, target } = request;
  const server = aggregatedServer(world, "metrics.k8s.io", "v1beta1");
  if (server !== "served") {
    const why =
      server === "absent" ? "the server could not find the requested resource" : "the server is currently unable to handle the request";
    return {
      problem: `unable to get metrics for resource ${resource}: unable to fetch metrics from resource metrics API: ${why} (get pods.metrics.k8s.io)`,
    };
  }
  const usages = pods.flatMap((pod) => {
    const usage = podUsage(world, pod.metadata.uid ?? "");
    return usage === undefined ? [] : [{ name: pod.metadata.name, usage }];
  });
  if (usages.length === 0)
    return { problem: `unable to get metrics for resource ${resource}: no metrics returned from resource metrics API` };
  const samples = new Map(usages.flatMap(({ name, usage }) => sampleOf(name, usage, request)));
  const groups = groupPods(pods, samples, resource, world.nowMs());
  if (groups.counted.length === 0) return { problem: "did not receive metrics for targeted pods (pods might be unready)" };
  if (target.averageUtilization === undefined) return calculateReplicas(request, groups, milliValue(target.averageValue));
  const requests = requestsOf(request);
  return typeof requests === "string" ? { problem: requests } : calculateReplicas(request, groups, requests);
};

type Usages = NonNullable<ReturnType<typeof podUsage>>;

/** A pod's sample; a container that it does not have, or that is not measured, gives none. */
const sampleOf = (name: string, usages: Usages, { resource, container }: MeasureRequest): readonly (readonly [string, Sample])[] => {
  const meant = [...usages].filter(([of]) => container === undefined || of === container).map(([, usage]) => usage);
  const [first] = meant;
  if (first === undefined) return [];
  // Amounts of the API are rounded up, container by container.
  const milli = meant.reduce(
    (sum, { nanoCores, memoryBytes }) => sum + (resource === "cpu" ? Math.ceil(nanoCores / 1e6) : memoryBytes * 1000),
    0,
  );
  return [[name, { milli, atMs: Math.floor(first.atMs / 1000) * 1000, windowMs: first.windowMs }]];
};

/** Requests of all pods by name, milli; the error of one without. */
const requestsOf = (request: MeasureRequest): ReadonlyMap<string, number> | string => {
  const requests = new Map<string, number>();
  for (const pod of request.pods) {
    const amount = requestOf(pod, request);
    if (typeof amount === "string") return amount;
    requests.set(pod.metadata.name, amount);
  }
  return requests;
};

const requestOf = ({ spec, metadata }: Pod, { resource, container }: MeasureRequest): number | string => {
  const ofPod = spec.resources?.requests;
  if (ofPod !== undefined && container === undefined)
    return ofPod[resource] === undefined
      ? `missing pod-level request for ${resource} in Pod ${metadata.name}`
      : milliValue(ofPod[resource]);
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const meant = [...spec.containers, ...sidecars].filter(({ name }) => container === undefined || name === container);
  if (meant.length === 0) return `container ${container} not found in Pod ${metadata.name}`;
  let total = 0;
  for (const { name, resources } of meant) {
    const request = resources?.requests?.[resource];
    if (request === undefined) return `missing request for ${resource} in container ${name} of Pod ${metadata.name}`;
    total += milliValue(request);
  }
  return total;
};
