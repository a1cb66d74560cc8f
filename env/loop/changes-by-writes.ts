import { givesBack, type PolicySurroundings } from "#kube/checks/gives-back.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, listServed } from "#kube/verbs/list.ts";
import type { AuditRecord, Slot } from "#pool/backend.ts";
import { type Difference, listDifferences, type Objects } from "#pool/baseline/compare-baseline.ts";
import { CLUSTER_RESOURCES, TRACKED_RESOURCES } from "#pool/baseline/tracked-resources.ts";
import type { Change } from "./damage-weights.ts";
import type { Incident } from "./incident.ts";
import { isWrite } from "./is-write.ts";

/** Lists the objects that are different from the agent's start because of its writes, whatever it wrote in between; added repairs do not count. */
export const changesByWrites = async (incident: Incident, slot: Slot): Promise<readonly Change[]> => {
  const writes = slot.audit().filter(isWrite).map(writtenBy);
  if (writes.length === 0) return [];
  const { before, now } = await readCompared(writes, incident, slot);
  const differences = listDifferences(before, now);
  const isOwn = (difference: Difference): boolean => writes.some((write) => isDoing(write, toChange(difference)));
  const own = await withoutRepairs(differences.filter(isOwn), {
    slot,
    policies: [...policiesIn(before), ...addedPolicies(differences.filter((difference) => !isOwn(difference)))],
  });
  return [...own.map(toChange), ...lostPods(writes, before, now)];
};

/** Leaves out the policies that were added beside others and give back what these took, whatever they are called. */
const withoutRepairs = async (
  differences: readonly Difference[],
  { slot, policies }: { readonly slot: Slot; readonly policies: readonly NetworkPolicy[] },
): Promise<readonly Difference[]> => {
  const kept: Difference[] = [];
  for (const difference of differences) {
    const [added] = addedPolicies([difference]);
    if (added === undefined || !givesBack(added, await surroundingsOf(added, slot, policies))) kept.push(difference);
  }
  return kept;
};

const surroundingsOf = async (
  { metadata: { namespace = "" } }: NetworkPolicy,
  slot: Slot,
  policies: readonly NetworkPolicy[],
): Promise<PolicySurroundings> => {
  const isHere = (policy: NetworkPolicy): boolean => policy.metadata.namespace === namespace;
  const pods = await listObjects(slot.admin, { resource: "pods", namespace });
  return {
    pods: pods.map(({ metadata: { labels = {} } }) => labels),
    before: policiesIn(slot.baseline.objects).filter(isHere),
    present: policies.filter(isHere),
  };
};

const POLICIES = "networkpolicies.networking.k8s.io";

const policiesIn = (objects: Objects): readonly NetworkPolicy[] => (objects[POLICIES] ?? []) as readonly NetworkPolicy[];

const addedPolicies = (differences: readonly Difference[]): readonly NetworkPolicy[] =>
  differences.flatMap((difference) =>
    difference.resource === POLICIES && difference.kind === "extra" ? [difference.present as NetworkPolicy] : [],
  );

/** The object that a write named. */
interface Write {
  readonly resource: string;
  readonly namespace: string;
  /** Empty: a whole collection. */
  readonly name: string;
}

const writtenBy = ({ object }: AuditRecord): Write => {
  const [kind = "", path = ""] = object.split(" ");
  const [resource = ""] = kind.split("/");
  const cut = path.indexOf("/");
  return { resource, namespace: cut === -1 ? "" : path.slice(0, cut), name: path.slice(cut + 1) };
};

/** Objects of some resources at the start of the agent's clock, and now. */
interface Compared {
  readonly before: Objects;
  readonly now: Objects;
}

/** Reads what the writes may have changed: objects of the resources that they name, and all if a namespace is among them. */
const readCompared = async (writes: readonly Write[], incident: Incident, slot: Slot): Promise<Compared> => {
  const named = new Set(writes.map(({ resource }) => resource));
  const all = slot.baseline.extent === "cluster" ? ["namespaces", ...CLUSTER_RESOURCES, ...TRACKED_RESOURCES] : TRACKED_RESOURCES;
  const resources = named.has("namespaces") ? all : all.filter((resource) => named.has(resource));
  const { fork, admin } = incident.slot;
  const namespace = slot.baseline.extent === "cluster" ? undefined : slot.namespace;
  const read = async (view: ClusterView): Promise<Objects> => {
    const objects: Record<string, readonly KubeObject[]> = {};
    for (const resource of resources) objects[resource] = await listServed(view, { resource, namespace });
    return objects;
  };
  // Where the world of the start cannot be kept, that before the injection stands for it.
  return { before: fork === undefined ? pick(slot.baseline.objects, resources) : await read(admin), now: await read(slot.admin) };
};

const pick = (objects: Objects, resources: readonly string[]): Objects =>
  Object.fromEntries(resources.map((resource) => [resource, objects[resource] ?? []]));

const toChange = (difference: Difference): Change => {
  const { metadata } = difference.kind === "missing" ? difference.wanted : difference.present;
  return { resource: difference.resource, namespace: metadata.namespace ?? "", name: metadata.name, how: HOW[difference.kind] };
};

const HOW = { extra: "created", missing: "deleted", changed: "changed" } as const satisfies Record<Difference["kind"], Change["how"]>;

/** True if the write did it: to the object, to the collection, or to the whole namespace. */
const isDoing = (write: Write, { resource, namespace, name }: Change): boolean => {
  if (write.resource === "namespaces" && write.name === namespace) return true;
  return write.resource === resource && write.namespace === namespace && (write.name === name || write.name === "");
};

/** Pods that the agent deleted, and those in which it ran a command and a container was restarted. */
const lostPods = (writes: readonly Write[], before: Objects, now: Objects): readonly Change[] => {
  const [then, present] = [podsByPlace(before), podsByPlace(now)];
  const places = new Set(writes.filter(({ resource }) => resource === "pods").map(({ namespace, name }) => `${namespace}/${name}`));
  return [...then.values()].flatMap((pod): readonly Change[] => {
    const { namespace = "", name } = pod.metadata;
    if (!places.has(`${namespace}/${name}`) && !places.has(`${namespace}/`)) return [];
    const same = present.get(`${namespace}/${name}`);
    const isGone = same === undefined || same.metadata.deletionTimestamp !== undefined || same.metadata.uid !== pod.metadata.uid;
    if (pod.metadata.ownerReferences === undefined || (!isGone && restartsOf(same) <= restartsOf(pod))) return [];
    return [{ resource: "pods", namespace, name, how: isGone ? "deleted" : "changed" }];
  });
};

const podsByPlace = ({ pods = [] }: Objects): ReadonlyMap<string, Pod> =>
  new Map((pods as readonly Pod[]).map((pod) => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod]));

const restartsOf = ({ status }: Pod): number => (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
