import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, enqueueAfter, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { withDisruption } from "../../controller-runtime/pod-condition.ts";
import type { World } from "../../kernel/world.ts";

const NAME = "pod-garbage-collector";

/** Removes the pods of nodes that are gone for good, and those that wait for their end on nodes that somebody has put out of service. */
export const podGarbageCollector: Controller = {
  name: NAME,
  watches: {
    nodes: (world, { type, key, object }) => {
      if (type === "DELETED") return keysOn(world, key);
      if (isOutOfService(object as Node)) for (const pod of keysOn(world, key)) lookSoon(world, pod);
      return NO_KEYS;
    },
    // Whoever makes a pod may name a node that never was.
    pods: (world, { type, key, object, previous }) => {
      const { metadata, spec } = object as Pod;
      const { nodeName } = spec;
      if (type !== "DELETED" && metadata.deletionTimestamp !== undefined && isOutOfService(nodeOf(world, nodeName))) lookSoon(world, key);
      const isPlaced = nodeName !== undefined && (previous as Pod | undefined)?.spec.nodeName !== nodeName;
      return type !== "DELETED" && isPlaced && getObject(world, "nodes", undefined, nodeName) === undefined ? [key] : NO_KEYS;
    },
  },
  retry: { firstMs: 20_000, lastMs: 20_000 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const pod = getObject<Pod>(world, "pods", namespace, name);
    const waited = world.map<number>(SEEN);
    const node = nodeOf(world, pod?.spec.nodeName);
    if (pod?.metadata.deletionTimestamp !== undefined && isOutOfService(node)) return remove(world, fail(world, pod));
    if (pod?.spec.nodeName === undefined || node !== undefined) return waited.delete(key);
    const sinceMs = waited.get(key);
    if (sinceMs === undefined) {
      waited.set(key, world.nowMs());
      return enqueueAfter(world, NAME, key, QUARANTINE_MS);
    }
    waited.delete(key);
    remove(world, fail(world, pod, withDisruption(pod, world.nowMs(), "DeletionByPodGC", "PodGC: node no longer exists")));
  },
};

/** True for a node that does not report any more, and whose administrator has said that it is off. */
const isOutOfService = (node: Node | undefined): boolean =>
  node?.spec?.taints?.some(({ key }) => key === "node.kubernetes.io/out-of-service") === true &&
  node.status?.conditions?.find(({ type }) => type === "Ready")?.status !== "True";

const nodeOf = (world: World, name: string | undefined): Node | undefined =>
  name === undefined ? undefined : getObject<Node>(world, "nodes", undefined, name);

const keysOn = (world: World, node: string): readonly string[] =>
  listObjects<Pod>(world, "pods").flatMap(({ metadata, spec }) =>
    spec.nodeName === node ? [`${metadata.namespace}/${metadata.name}`] : [],
  );

/** Waits for the collector's next round. */
const lookSoon = (world: World, key: string): void => enqueueAfter(world, NAME, key, ROUND_MS - (world.nowMs() % ROUND_MS));

const ROUND_MS = 20_000;

/** Marks a pod as failed that has not ended. */
const fail = (world: World, pod: Pod, marked = pod): Pod => {
  if (pod.status?.phase !== "Succeeded" && pod.status?.phase !== "Failed")
    clientFor(world, NAME).updateStatus<Pod>("pods", { ...marked, status: { ...marked.status, phase: "Failed" } });
  return pod;
};

const remove = (world: World, { metadata }: Pod): void =>
  void clientFor(world, NAME).delete("pods", metadata.namespace, metadata.name, { gracePeriodSeconds: 0 });

const SEEN = "controllers/orphaned-pods";
const QUARANTINE_MS = 40_000;
