import { toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { type Controller, enqueueAfter, NO_KEYS, splitKey } from "../frame/controller.ts";
import { clientFor } from "../frame/identity.ts";

/** Removes the pods of nodes that are gone for good. */
export const podGarbageCollector: Controller = {
  name: "pod-garbage-collector",
  watches: {
    nodes: (world, { type, key }) =>
      type === "DELETED"
        ? listObjects<Pod>(world, "pods").flatMap(({ metadata, spec }) =>
            spec.nodeName === key ? [`${metadata.namespace}/${metadata.name}`] : [],
          )
        : NO_KEYS,
    // Whoever makes a pod may name a node that never was.
    pods: (world, { type, key, object, previous }) => {
      const { nodeName } = (object as Pod).spec;
      const isPlaced = nodeName !== undefined && (previous as Pod | undefined)?.spec.nodeName !== nodeName;
      return type !== "DELETED" && isPlaced && getObject(world, "nodes", undefined, nodeName) === undefined ? [key] : NO_KEYS;
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const pod = getObject<Pod>(world, "pods", namespace, name);
    const waited = world.map<number>(SEEN);
    if (pod?.spec.nodeName === undefined || getObject(world, "nodes", undefined, pod.spec.nodeName) !== undefined)
      return waited.delete(key);
    const sinceMs = waited.get(key);
    if (sinceMs === undefined) {
      waited.set(key, world.nowMs());
      return enqueueAfter(world, "pod-garbage-collector", key, QUARANTINE_MS);
    }
    waited.delete(key);
    markDisrupted(world, pod);
    clientFor(world, "pod-garbage-collector").delete("pods", namespace, name, { gracePeriodSeconds: 0 });
  },
};

/** Owners learn from the condition that the pod is none of its own failures. */
const markDisrupted = (world: World, pod: Pod): void => {
  const { metadata, status } = pod;
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return;
  const condition: Condition = {
    type: "DisruptionTarget",
    observedGeneration: metadata.generation ?? 1,
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: toTimestamp(world.nowMs()),
    reason: "DeletionByPodGC",
    message: "PodGC: node no longer exists",
  };
  const conditions = [...(status?.conditions ?? []).filter(({ type }) => type !== condition.type), condition];
  clientFor(world, "pod-garbage-collector").updateStatus<Pod>("pods", { ...pod, status: { ...status, phase: "Failed", conditions } });
};

const SEEN = "controllers/orphaned-pods";
const QUARANTINE_MS = 40_000;
