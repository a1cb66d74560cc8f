import { labelsMatch } from "../objects/label-selector.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import { type EndpointSlice, type Service, SLICE_MANAGED_BY } from "../types/network.ts";
import type { Pod } from "../types/pod.ts";
import { listObjects } from "../verbs/list.ts";
import type { Workload } from "./workload.ts";

/** Sources of the pods of a namespace, which make them anew after they were deleted. */
export interface Makers {
  /** Labels that every pod of a workload will have, by workload. */
  readonly labels: readonly Readonly<Record<string, string>>[];
  /** Names of pods that no controller owns. */
  readonly bare: ReadonlySet<string>;
}

/** Reads the templates of a namespace's workloads, and which of its pods have none. */
export const readMakers = async (view: ClusterView, namespace: string): Promise<Makers> => {
  const labels: Makers["labels"][number][] = [];
  for (const resource of TEMPLATED)
    labels.push(...(await listObjects<Workload>(view, { resource, namespace })).flatMap((workload) => labelsOfPods(resource, workload)));
  const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
  return { labels, bare: new Set(pods.filter(isBare).map(({ metadata: { name } }) => name)) };
};

/**
 * Says why a Service would lose its endpoints with the pods that it has now: a selector that no template meets, endpoints
 * that somebody wrote, pods that nobody would make anew.
 *
 * @returns undefined: it would not
 */
export const whyFleeting = (
  { metadata: { name }, spec }: Service,
  slices: readonly EndpointSlice[],
  makers: Makers,
): string | undefined => {
  const written = slices.find(
    ({ metadata, endpoints }) =>
      metadata.labels?.[SLICE_MANAGED_BY] !== ENDPOINT_SLICE_CONTROLLER &&
      endpoints?.some(({ conditions }) => conditions?.ready !== false) === true,
  );
  if (written !== undefined) return `service/${name} has the endpoints that somebody wrote into ${written.metadata.name}`;
  const selector = Object.entries(spec.selector ?? {});
  if (selector.length === 0) return `service/${name} has no selector`;
  if (!makers.labels.some((labels) => labelsMatch(spec.selector, labels))) {
    const [key, value] = selector.find(([label, wanted]) => !makers.labels.some((labels) => labels[label] === wanted)) ?? selector[0] ?? [];
    return `service/${name} selects ${key}=${value}, which the pods of no template have`;
  }
  const bare = slices.flatMap(({ endpoints }) => endpoints ?? []).find(({ targetRef }) => makers.bare.has(targetRef?.name ?? ""));
  return bare === undefined ? undefined : `service/${name} reaches the pod ${bare.targetRef?.name}, which no controller owns`;
};

const TEMPLATED = ["deployments.apps", "statefulsets.apps", "daemonsets.apps"];
const ENDPOINT_SLICE_CONTROLLER = "endpointslice-controller.k8s.io";

/** A StatefulSet's pods keep their names, and have labels that say so. */
const labelsOfPods = (resource: string, { metadata: { name }, spec }: Workload): readonly Readonly<Record<string, string>>[] => {
  const own = spec.template.metadata?.labels ?? {};
  if (resource !== "statefulsets.apps") return [own];
  return Array.from({ length: spec.replicas ?? 1 }, (_, index) => ({
    "statefulset.kubernetes.io/pod-name": `${name}-${index}`,
    "apps.kubernetes.io/pod-index": `${index}`,
    ...own,
  }));
};

const isBare = ({ metadata: { ownerReferences } }: Pod): boolean => ownerReferences?.some(({ controller }) => controller === true) !== true;
