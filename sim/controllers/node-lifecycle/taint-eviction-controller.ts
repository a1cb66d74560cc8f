import { parseTimestamp } from "#core/timestamp.ts";
import { findToleration } from "#kube/objects/tolerations.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, enqueueAfter, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { withDisruption } from "../../controller-runtime/pod-condition.ts";
import type { World } from "../../kernel/world.ts";

/** Ends pods on nodes whose NoExecute taints they do not tolerate, or no longer. */
export const taintEvictionController: Controller = {
  name: "taint-eviction",
  watches: {
    nodes: (world, { key, object, previous }) => {
      const [after, before] = [object as Node, previous as Node | undefined];
      if (after.spec.taints === before?.spec.taints || evictingTaints(after).length === 0) return NO_KEYS;
      return listObjects<Pod>(world, "pods").flatMap(({ metadata, spec }) =>
        spec.nodeName === key ? [`${metadata.namespace}/${metadata.name}`] : [],
      );
    },
    pods: (world, { key, object, previous }) => {
      const { nodeName } = (object as Pod).spec;
      if (nodeName === undefined || (previous as Pod | undefined)?.spec.nodeName === nodeName) return NO_KEYS;
      const node = getObject<Node>(world, "nodes", undefined, nodeName);
      return node !== undefined && evictingTaints(node).length > 0 ? [key] : NO_KEYS;
    },
  },
  retry: { firstMs: 10, lastMs: 10, triesMax: 4 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const pod = getObject<Pod>(world, "pods", namespace, name);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined || pod.spec.nodeName === undefined) return;
    const node = getObject<Node>(world, "nodes", undefined, pod.spec.nodeName);
    const planned = world.map<number>(PLANNED_SINCE);
    const dueMs = node === undefined ? undefined : evictionMs(world, pod, evictingTaints(node), planned.get(key) ?? world.nowMs());
    if (dueMs === undefined) return void planned.delete(key);
    if (dueMs <= world.nowMs()) {
      planned.delete(key);
      return evict(world, pod);
    }
    if (planned.get(key) === undefined) planned.set(key, world.nowMs());
    enqueueAfter(world, "taint-eviction", key, dueMs - world.nowMs());
  },
};

/** Pod key → virtual time at which its eviction was first planned, for taints without timeAdded. */
const PLANNED_SINCE = "controllers/taint-eviction-since";

const evictingTaints = ({ spec }: Node): readonly Taint[] => (spec.taints ?? []).filter(({ effect }) => effect === "NoExecute");

/** Virtual time at which the first taint evicts the pod, ms; undefined when it tolerates all of them for ever. */
const evictionMs = (world: World, { spec }: Pod, taints: readonly Taint[], sinceMs: number): number | undefined => {
  const dues = taints.flatMap((taint) => {
    const toleration = findToleration(spec.tolerations, taint);
    if (toleration === undefined) return [world.nowMs()];
    if (toleration.tolerationSeconds === undefined) return [];
    return [(parseTimestamp(taint.timeAdded ?? "") ?? sinceMs) + toleration.tolerationSeconds * 1000];
  });
  return dues.length === 0 ? undefined : Math.min(...dues);
};

const evict = (world: World, pod: Pod): void => {
  const client = clientFor(world, "node-controller");
  const { namespace, name } = pod.metadata;
  client.event(pod, {
    type: "Normal",
    reason: "TaintManagerEviction",
    message: `Marking for deletion Pod ${namespace}/${name}`,
    component: "taint-eviction-controller",
  });
  const message = "Taint manager: deleting due to NoExecute taint";
  client.updateStatus<Pod>("pods", withDisruption(pod, world.nowMs(), "DeletionByTaintManager", message));
  client.delete("pods", namespace, name);
};
