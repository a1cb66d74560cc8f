import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, enqueueAfter, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { withDisruption } from "../../controller-runtime/pod-condition.ts";
import type { World } from "../../kernel/world.ts";

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
  retry: { firstMs: 20_000, lastMs: 20_000 },
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

const markDisrupted = (world: World, pod: Pod): void => {
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return;
  const disrupted = withDisruption(pod, world.nowMs(), "DeletionByPodGC", "PodGC: node no longer exists");
  clientFor(world, "pod-garbage-collector").updateStatus<Pod>("pods", { ...disrupted, status: { ...disrupted.status, phase: "Failed" } });
};

const SEEN = "controllers/orphaned-pods";
const QUARANTINE_MS = 40_000;
