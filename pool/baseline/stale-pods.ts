import type { Baseline } from "#kube/app/baseline.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Objects } from "./compare-baseline.ts";

/** Further facts by which pods are stale. */
export interface StalePodOptions {
  /** Names of the pods in which commands were run. */
  readonly touched: readonly string[];
  /** Uids of the pods from before the restoration: those that are not ready may be in a long back-off. */
  readonly earlierUids: ReadonlySet<string>;
}

/**
 * Lists the pods with runtime state that the objects do not show, which new pods would not have.
 *
 * A recycled pod is not stale, so that restoring twice recycles nothing the second time.
 */
export const listStalePods = (baseline: Baseline, objects: Objects, { touched, earlierUids }: StalePodOptions): readonly Pod[] => {
  const before = new Map((baseline.objects.pods as readonly Pod[] | undefined)?.map((pod) => [pod.metadata.uid, pod]));
  const rewritten = listRewritten(baseline.objects, objects);
  const isStale = (pod: Pod): boolean =>
    touched.includes(pod.metadata.name) ||
    (earlierUids.has(pod.metadata.uid ?? "") && !isPodReady(pod)) ||
    (pod.spec.ephemeralContainers?.length ?? 0) > 0 ||
    hasRestarted(pod, before.get(pod.metadata.uid)) ||
    wasRelabelled(pod, before.get(pod.metadata.uid)) ||
    (pod.metadata.generation ?? 1) > (before.get(pod.metadata.uid)?.metadata.generation ?? 1) ||
    rewritten.some((source) => consumes(pod, source) && isOlder(pod, source, earlierUids));
  const pods = (objects.pods ?? []) as readonly Pod[];
  return pods.filter((pod) => hasController(pod) && pod.metadata.deletionTimestamp === undefined && isStale(pod));
};

const hasController = ({ metadata }: Pod): boolean => metadata.ownerReferences?.some((owner) => owner.controller === true) === true;

const hasRestarted = (pod: Pod, before: Pod | undefined): boolean => restartsOf(pod) > (before === undefined ? 0 : restartsOf(before));

const restartsOf = (pod: Pod): number => (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

const wasRelabelled = (pod: Pod, before: Pod | undefined): boolean =>
  before !== undefined && JSON.stringify(sorted(pod.metadata.labels)) !== JSON.stringify(sorted(before.metadata.labels));

const sorted = (labels: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** A ConfigMap or Secret that was written since the baseline, even if its data is the same again. */
interface Rewritten {
  readonly kind: "configMap" | "secret";
  readonly namespace: string | undefined;
  readonly name: string;
  /** Time of the latest write that the object shows, RFC 3339; undefined if there is none. */
  readonly writtenAt: string | undefined;
}

const listRewritten = (wanted: Objects, present: Objects): readonly Rewritten[] => [
  ...rewrittenOf("configMap", wanted.configmaps, present.configmaps),
  ...rewrittenOf("secret", wanted.secrets, present.secrets),
];

const rewrittenOf = (
  kind: Rewritten["kind"],
  wanted: readonly KubeObject[] = [],
  present: readonly KubeObject[] = [],
): readonly Rewritten[] => {
  const before = new Map(wanted.map(({ metadata }) => [placeOf(metadata), metadata]));
  return present.flatMap(({ metadata }) => {
    const old = before.get(placeOf(metadata));
    if (old?.resourceVersion === metadata.resourceVersion) return [];
    const isNew = old?.uid !== metadata.uid;
    return [
      {
        kind,
        namespace: metadata.namespace,
        name: metadata.name,
        writtenAt: latest([...writeTimes(metadata), ...(isNew ? [metadata.creationTimestamp ?? ""] : [])]),
      },
    ];
  });
};

const placeOf = ({ namespace, name }: KubeObject["metadata"]): string => `${namespace ?? ""}/${name}`;

const writeTimes = ({ managedFields }: KubeObject["metadata"]): readonly string[] =>
  (managedFields as readonly { readonly time?: string }[] | undefined)?.flatMap(({ time }) => time ?? []) ?? [];

const latest = (times: readonly string[]): string | undefined => [...times].sort().at(-1);

const consumes = ({ metadata, spec }: Pod, { kind, namespace, name }: Rewritten): boolean => {
  if (metadata.namespace !== namespace) return false;
  const environments = [...spec.containers, ...(spec.initContainers ?? [])].map(({ env, envFrom }) => [env, envFrom]);
  const text = JSON.stringify([spec.volumes ?? [], environments]);
  return text.includes(`"name":${JSON.stringify(name)}`) || (kind === "secret" && text.includes(`"secretName":${JSON.stringify(name)}`));
};

/**
 * True if a pod may have read older data: one of the same second counts as older, and if the time of the write is not
 * known, every pod from before the restoration does.
 */
const isOlder = (pod: Pod, { writtenAt }: Rewritten, earlierUids: ReadonlySet<string>): boolean =>
  writtenAt === undefined ? earlierUids.has(pod.metadata.uid ?? "") : (pod.metadata.creationTimestamp ?? "") <= writtenAt;
