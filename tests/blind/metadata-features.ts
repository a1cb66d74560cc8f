import { parseTimestamp } from "#core/timestamp.ts";
import type { Incident } from "#env/loop/incident.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { formatObjectRef } from "#kube/objects/object-ref.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Facts from the metadata of one object, without a look at its spec or at how it fares. */
export interface MetadataRow {
  /** `deployment/geo`. */
  readonly resource: string;
  readonly kind: string;
  /** True if the fault's truth names it. */
  readonly isCulprit: boolean;
  readonly features: MetadataFeatures;
}

/** Numbers for a classifier; ages in seconds, -1 where there is nothing to measure. */
export interface MetadataFeatures {
  readonly resourceVersion: number;
  /** Rank of the resourceVersion among all candidates, 0 for the newest. */
  readonly versionRank: number;
  readonly generation: number;
  readonly revision: number;
  readonly replicaSets: number;
  readonly ageS: number;
  readonly annotations: number;
  readonly labels: number;
  readonly managers: number;
  /** Age of the last entry of managedFields that is not of the control plane. */
  readonly lastManagedS: number;
  /** Number of other candidates whose last such entry is of the same second. */
  readonly managedAtOnce: number;
  readonly youngestPodS: number;
  readonly restarts: number;
  /** Age of the last event about the object, its ReplicaSets or its pods. */
  readonly lastEventS: number;
  /** Number of such events that tell of a roll-out, a scaling or a restart: what people's changes bring about at once. */
  readonly changeEvents: number;
  readonly lastChangeEventS: number;
  /** Number of those that warn. */
  readonly warnings: number;
  readonly lastWarningS: number;
}

/** Lists the objects that a fault could be in, with their metadata, as an agent sees them at the start of an episode. */
export const metadataRows = async ({ slot, truth }: Pick<Incident, "slot" | "truth">): Promise<readonly MetadataRow[]> => {
  const { admin: view, namespace } = slot;
  const nowMs = view.clock.nowMs();
  const around = await readSurroundings(view, namespace);
  const culprits = new Set(truth.map(({ resource }) => resource));
  const rows: Omit<MetadataRow, "features">[] = [];
  const features: MetadataFeatures[] = [];
  for (const resource of CANDIDATES) {
    const isNamespaced = resourceRow(resource)?.namespaced === true;
    for (const object of await listWithManagers(view, resource, isNamespaced ? namespace : undefined)) {
      const { name } = object.metadata;
      if (name === "kube-root-ca.crt") continue;
      const ref = formatObjectRef({ resource, name });
      const isCulprit = culprits.has(ref) || (resource === "nodes" && culprits.has("node/*"));
      rows.push({ resource: ref, kind: object.kind, isCulprit });
      features.push(featuresOf(object, around, nowMs));
    }
  }
  const newest = features.map(({ resourceVersion }) => resourceVersion).sort((a, b) => b - a);
  return rows.map((row, i) => {
    const own = features[i] as MetadataFeatures;
    const managedAtOnce = features.filter(({ lastManagedS }) => lastManagedS === own.lastManagedS).length - 1;
    return { ...row, features: { ...own, versionRank: newest.indexOf(own.resourceVersion), managedAtOnce } };
  });
};

/** Resources of which a fault can be found in one object. */
const CANDIDATES: readonly string[] = [
  "deployments.apps",
  "statefulsets.apps",
  "services",
  "configmaps",
  "secrets",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "cronjobs.batch",
  "nodes",
];

interface Around {
  readonly pods: readonly Pod[];
  readonly replicaSets: readonly KubeObject[];
  readonly events: readonly Event[];
}

const readSurroundings = async (view: ClusterView, namespace: string): Promise<Around> => ({
  pods: await listObjects<Pod>(view, { resource: "pods", namespace }),
  replicaSets: await listObjects(view, { resource: "replicasets.apps", namespace }),
  events: await listObjects<Event>(view, { resource: "events", namespace }),
});

const listWithManagers = async (view: ClusterView, resource: string, namespace: string | undefined): Promise<readonly KubeObject[]> => {
  const objects = await listObjects(view, { resource, ...(namespace !== undefined && { namespace }) });
  return await Promise.all(
    objects.map(async (object) => {
      const row = resourceRow(resource);
      const group = row === undefined || row.group === "" ? `/api/${row?.version}` : `/apis/${row.group}/${row.version}`;
      const place = object.metadata.namespace === undefined ? "" : `/namespaces/${object.metadata.namespace}`;
      const { body } = await view.read({ path: `${group}${place}/${row?.plural}/${object.metadata.name}`, managedFields: true });
      return body as KubeObject;
    }),
  );
};

const featuresOf = (object: KubeObject, { pods, replicaSets, events }: Around, nowMs: number): MetadataFeatures => {
  const { metadata } = object;
  const ageOf = (text: string | undefined): number => {
    const atMs = text === undefined ? undefined : parseTimestamp(text);
    return atMs === undefined ? -1 : Math.round((nowMs - atMs) / 1000);
  };
  const least = (ages: readonly number[]): number => (ages.length === 0 ? -1 : Math.min(...ages));
  const { selector } = ((object as { readonly spec?: unknown }).spec ?? {}) as { readonly selector?: LabelSelector };
  const isWorkload = selector !== undefined && (object.kind === "Deployment" || object.kind === "StatefulSet");
  const ownPods = isWorkload ? pods.filter((pod) => matchesLabelSelector(selector, pod.metadata.labels ?? {})) : [];
  const ownSets = replicaSets.filter((set) => set.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid));
  const names = new Set([metadata.name, ...ownSets.map((set) => set.metadata.name), ...ownPods.map((pod) => pod.metadata.name)]);
  const kinds = isWorkload ? WORKLOAD_EVENTS : new Set([object.kind]);
  const ownEvents = events.filter(({ involvedObject }) => kinds.has(involvedObject.kind ?? "") && names.has(involvedObject.name ?? ""));
  const agesOf = (some: readonly Event[]): readonly number[] =>
    some.map(({ lastTimestamp, eventTime }) => ageOf(lastTimestamp ?? eventTime ?? undefined));
  const changeEvents = ownEvents.filter(({ reason }) => CHANGE_REASONS.has(reason ?? ""));
  const warnings = ownEvents.filter(({ type }) => type === "Warning");
  const managers = ((metadata.managedFields ?? []) as readonly ManagedEntry[]).filter(({ manager }) => !CONTROL_PLANE.test(manager ?? ""));
  return {
    resourceVersion: Number(metadata.resourceVersion ?? 0),
    versionRank: 0,
    generation: metadata.generation ?? 0,
    revision: Number(metadata.annotations?.["deployment.kubernetes.io/revision"] ?? 0),
    replicaSets: ownSets.length,
    ageS: ageOf(metadata.creationTimestamp),
    annotations: Object.keys(metadata.annotations ?? {}).length,
    labels: Object.keys(metadata.labels ?? {}).length,
    managers: new Set(managers.map(({ manager }) => manager)).size,
    lastManagedS: least(managers.map(({ time }) => ageOf(time))),
    managedAtOnce: 0,
    youngestPodS: least(ownPods.map((pod) => ageOf(pod.metadata.creationTimestamp))),
    restarts: ownPods.flatMap(({ status }) => status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0),
    lastEventS: least(agesOf(ownEvents)),
    changeEvents: changeEvents.length,
    lastChangeEventS: least(agesOf(changeEvents)),
    warnings: warnings.length,
    lastWarningS: least(agesOf(warnings)),
  };
};

/** Reasons of events that a change of a workload has, whether it goes well or not. */
const CHANGE_REASONS: ReadonlySet<string> = new Set(["ScalingReplicaSet", "SuccessfulCreate", "SuccessfulDelete"]);

interface ManagedEntry {
  readonly manager?: string;
  readonly time?: string;
}

const WORKLOAD_EVENTS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "ReplicaSet", "Pod"]);

const CONTROL_PLANE = /^(kube-|kubelet|k8s|local-path)/;
