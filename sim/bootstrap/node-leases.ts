import { toMicroTimestamp } from "#core/timestamp.ts";
import type { Lease } from "#kube/types/cluster.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import type { NodeSpec } from "./nodes.ts";

/** One lease a node, as its kubelet takes it when it starts. */
export const nodeLeases = (world: World, nodes: readonly NodeSpec[]): readonly Lease[] =>
  nodes.map(
    ({ name }): Lease => ({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name, namespace: "kube-node-lease", ...ownedByNode(world, name) },
      spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: toMicroTimestamp(world.nowMs()) },
    }),
  );

const ownedByNode = (world: World, name: string): Pick<Lease["metadata"], "ownerReferences"> => {
  const uid = getObject(world, "nodes", undefined, name)?.metadata.uid;
  return uid === undefined ? {} : { ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }] };
};
