import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import type { NodeSpec } from "./nodes.ts";

/** CSINodes of the nodes, without drivers. */
export const storageNodes = (world: World, nodes: readonly NodeSpec[]): readonly KubeObject[] =>
  nodes.map(
    ({ name }) =>
      ({
        apiVersion: "storage.k8s.io/v1",
        kind: "CSINode",
        metadata: {
          name,
          annotations: { "storage.alpha.kubernetes.io/migrated-plugins": MIGRATED.map((plugin) => `kubernetes.io/${plugin}`).join(",") },
          ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid: getObject(world, "nodes", undefined, name)?.metadata.uid }],
        },
        spec: { drivers: null },
      }) as unknown as KubeObject,
  );

const MIGRATED = ["aws-ebs", "azure-disk", "azure-file", "cinder", "gce-pd", "portworx-volume", "vsphere-volume"];
