import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, objectKey } from "../../apiserver/store/store.ts";
import { ownerReferenceTo, splitKey } from "../../controller-runtime/controller.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import { hex64 } from "../../kernel/hex64.ts";
import type { ChangeObserver, World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import { drawDelayMs } from "../node/node-time.ts";

/** The timer at which a kubelet shows a pod of its own to the API server. */
export const MIRROR = "kubelet/mirror";

/** Puts a pod's manifest into the directory that a node's kubelet runs pods from. */
export const addStaticPod = (world: World, node: string, manifest: Pod): void => {
  const key = objectKey(manifest.metadata.namespace, `${manifest.metadata.name}-${node}`);
  const hash = hex64(world, `kubelet/config-hash/${key}`).slice(0, 32);
  const annotations = {
    ...manifest.metadata.annotations,
    "kubernetes.io/config.hash": hash,
    "kubernetes.io/config.mirror": hash,
    "kubernetes.io/config.seen": `${toTimestamp(world.nowMs()).slice(0, -1)}.000000000Z`,
    "kubernetes.io/config.source": "file",
  };
  const { name: _bare, ...metadata } = manifest.metadata;
  const pod = { ...manifest, metadata: { name: `${manifest.metadata.name}-${node}`, ...metadata, annotations } };
  world.map<StaticPod>(MANIFESTS).set(key, Object.freeze({ node, pod }));
  showMirror(world, key);
};

/** Shows the pods of a node's directory that the API server does not know. */
export const showMirrors = (world: World, node: string): void => {
  for (const [key, manifest] of world.map<StaticPod>(MANIFESTS).entries()) if (manifest.node === node) showMirror(world, key);
};

/** Recreates the mirror of a static pod after its deletion. */
export const onMirrorDeleted: ChangeObserver = (world, { type, resource, key }) => {
  if (resource !== "pods" || type !== "DELETED" || !world.map<StaticPod>(MANIFESTS).has(key)) return;
  world.setTimer(MIRROR, key, world.nowMs() + drawDelayMs(world, `mirror/${key}`, 300, 1500));
};

/** The mirror's timer. */
export const showMirror = (world: World, key: string): void => {
  const manifest = world.map<StaticPod>(MANIFESTS).get(key);
  const { namespace, name } = splitKey(key);
  if (manifest === undefined || !isKubeletRunning(world, manifest.node) || getObject(world, "pods", namespace, name) !== undefined) return;
  const node = getObject<Node>(world, "nodes", undefined, manifest.node);
  if (node === undefined) return;
  const { blockOwnerDeletion: _no, ...owner } = ownerReferenceTo(node);
  const { pod } = manifest;
  const shown = clientForNode(world, manifest.node).create<Pod>("pods", {
    ...pod,
    metadata: { ...pod.metadata, ownerReferences: [owner] },
    spec: { ...pod.spec, nodeName: manifest.node },
  });
  if (!shown.ok) world.setTimer(MIRROR, key, world.nowMs() + RESYNC_MS);
};

/** Interval at which a kubelet looks at a pod again, ms. */
const RESYNC_MS = 60_000;

interface StaticPod {
  readonly node: string;
  /** Mirror pod as it is shown, but for its owner. */
  readonly pod: Pod;
}

const MANIFESTS = "kubelet/manifests";
