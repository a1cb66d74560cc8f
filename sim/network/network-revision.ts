import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ChangeObserver, World } from "../kernel/world.ts";
import { PROCESSES } from "../processes/process.ts";
import { isReadByNetwork, looksSame } from "./network-view.ts";

/** A number that grows whenever an answer of the network could have changed. */
export const networkRevision = (world: World): number =>
  world.map(PROCESSES).revision + world.counter(CHANGES) + world.counter(POD_CHANGES);

/** A number that grows whenever a pod comes, goes or changes in what the network sees of it. */
export const networkPodRevision = (world: World): number => world.counter(POD_CHANGES);

/** A number that grows with every change of Services and nodes, which change seldom and are looked at together. */
export const networkFrameRevision = (world: World): number => world.counter(FRAME_CHANGES);

/** The network's part of the world's observers: it counts the changes that it can see. */
export const networkObservers: readonly ChangeObserver[] = [
  (world, { type, resource, object, previous }) => {
    if (isReadByNetwork(resource)) {
      if (type === "MODIFIED" && looksSame(resource, object as KubeObject, previous as KubeObject)) return;
      world.count(CHANGES);
      if (FRAME.has(resource)) world.count(FRAME_CHANGES);
    } else if (resource === "pods" && (type !== "MODIFIED" || isNewToNetwork(object as Pod, previous as Pod))) world.count(POD_CHANGES);
  },
];

/** True for the few updates of a pod that mean something to the network. */
export const isNewToNetwork = (pod: Pod, previous: Pod | undefined): boolean =>
  pod.status?.podIP !== previous?.status?.podIP ||
  pod.status?.phase !== previous?.status?.phase ||
  pod.metadata.labels !== previous?.metadata.labels ||
  pod.spec !== previous?.spec;

const FRAME: ReadonlySet<string> = new Set(["services", "nodes"]);
const CHANGES = "network/changes";
const FRAME_CHANGES = "network/frame-changes";
const POD_CHANGES = "network/pod-changes";
