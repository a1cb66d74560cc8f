import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { getObject, objectKey } from "../apiserver/store/store.ts";
import { splitKey } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { claimNames } from "../storage/pod-claims.ts";
import { ASSUMED } from "./node-state.ts";
import { findClaim, isBound } from "./plugins/volume-binding.ts";
import { enqueuePod, tryLater } from "./queue.ts";
import { reportFailure } from "./report-failure.ts";

/** The timer that looks whether an assumed pod's volumes are bound. */
export const BIND = "scheduler/bind";

/** Binds a pod to a node, later where the API server refuses. */
export const bindPod = (world: World, pod: Pod, { node, attempts }: Reservation): void => {
  const client = clientFor(world, "scheduler");
  const result = client.update<Pod>("pods", { ...pod, spec: { ...pod.spec, nodeName: node } });
  if (!result.ok) return putOff(world, pod, attempts, `running Bind plugin "DefaultBinder": ${result.error.message ?? ""}`);
  const message = `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${node}`;
  client.event(result.value, { type: "Normal", reason: "Scheduled", message, component: "default-scheduler" });
};

/** Node that was chosen for a pod, and the number of tries in a row before. */
export interface Reservation {
  readonly node: string;
  readonly attempts: number;
}

const putOff = (world: World, pod: Pod, attempts: number, message: string): void => {
  reportFailure(world, pod, { reason: "SchedulerError", message });
  tryLater(world, objectKey(pod.metadata.namespace, pod.metadata.name), attempts);
};

/**
 * Tells the claims of a pod that waited for it where it will run.
 *
 * @returns true when there was nothing to wait for; else the pod is assumed on the node until its claims are bound
 */
export const reserveVolumes = (world: World, podKey: string, pod: Pod, { node, attempts }: Reservation): boolean => {
  const open = claimNames(pod)
    .map((name) => findClaim(world, pod, name))
    .filter((claim) => claim !== undefined && !isBound(claim)) as PersistentVolumeClaim[];
  if (open.length === 0) return true;
  const client = clientFor(world, "scheduler");
  world.map<string>(ASSUMED).set(podKey, node);
  world.setTimer(BIND, podKey, world.nowMs() + TIMEOUT_MS, world.nowMs());
  client.updateStatus<Pod>("pods", { ...pod, status: { ...pod.status, nominatedNodeName: node } });
  for (const claim of open) {
    const annotations = { ...claim.metadata.annotations, "volume.kubernetes.io/selected-node": node };
    const told = client.update<PersistentVolumeClaim>("persistentvolumeclaims", { ...claim, metadata: { ...claim.metadata, annotations } });
    if (told.ok) continue;
    world.map<string>(ASSUMED).delete(podKey);
    world.clearTimer(BIND, podKey);
    putOff(world, findPod(world, podKey) ?? pod, attempts, `running PreBind plugin "VolumeBinding": ${told.error.message ?? ""}`);
    return false;
  }
  return false;
};

/** Wakes pods that wait for a claim which was bound or deleted, on the next full second of their wait. */
export const onClaimSettled = (world: World, claimKey: string): void => {
  for (const podKey of world.map<string>(ASSUMED).keys()) {
    const pod = findPod(world, podKey);
    const startedAtMs = world.map<string>(ASSUMED).get(podKey) === undefined ? undefined : world.timerAtMs(BIND, podKey);
    if (pod === undefined || startedAtMs === undefined || !claimNames(pod).some((name) => `${pod.metadata.namespace}/${name}` === claimKey))
      continue;
    const sinceMs = startedAtMs - TIMEOUT_MS;
    const waitedMs = world.nowMs() - sinceMs;
    if (waitedMs >= 0) world.setTimer(BIND, podKey, sinceMs + Math.ceil((waitedMs + 1) / POLL_MS) * POLL_MS, sinceMs);
  }
};

/** Binds an assumed pod whose claims are bound, or lets it go after ten minutes. */
export const finishBinding = (world: World, podKey: string, sinceMs: number): void => {
  const assumed = world.map<string>(ASSUMED);
  const node = assumed.get(podKey);
  const pod = findPod(world, podKey);
  const isReady = pod !== undefined && claimNames(pod).every((name) => isBound(findClaim(world, pod, name)));
  const trouble = pod === undefined || node === undefined ? undefined : troubleOf(world, pod, node);
  if (pod !== undefined && !isReady && trouble === undefined && world.nowMs() < sinceMs + TIMEOUT_MS)
    return world.setTimer(BIND, podKey, sinceMs + TIMEOUT_MS, sinceMs);
  assumed.delete(podKey);
  if (pod === undefined || node === undefined || pod.spec.nodeName !== undefined) return;
  if (isReady) return bindPod(world, pod, { node, attempts: 0 });
  const message = `running PreBind plugin "VolumeBinding": binding volumes: ${trouble ?? "context deadline exceeded"}`;
  clientFor(world, "scheduler").event(pod, { type: "Warning", reason: "FailedScheduling", message, component: "default-scheduler" });
  enqueuePod(world, podKey);
};

/**
 * Reason why a pod's claims will not be bound for the node that was chosen: one is gone, or is another by that name.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/scheduler/framework/plugins/volumebinding/binder.go
 */
const troubleOf = (world: World, pod: Pod, node: string): string | undefined => {
  for (const name of claimNames(pod)) {
    const claim = findClaim(world, pod, name);
    if (claim === undefined) return `failed to get pvc "${pod.metadata.namespace}/${name}" from cache: object not found`;
    if (isBound(claim)) continue;
    const { annotations } = claim.metadata;
    if (annotations === undefined) return `selectedNode annotation reset for PVC "${name}"`;
    if (annotations["volume.kubernetes.io/selected-node"] !== node) return `provisioning failed for PVC "${name}"`;
  }
  return undefined;
};

const TIMEOUT_MS = 600_000;
const POLL_MS = 1000;

const findPod = (world: World, podKey: string): Pod | undefined => {
  const { namespace, name } = splitKey(podKey);
  return getObject<Pod>(world, "pods", namespace, name);
};
