import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { ChangeObserver, TimerHandler } from "../kernel/world.ts";
import { BIND, finishBinding, onClaimSettled } from "./bind-pod.ts";
import { enqueuePod, reconsider, SCHEDULE, succeed } from "./queue.ts";
import { isOurs, schedulePod } from "./schedule-pod.ts";

/** The scheduler's part of the world's timers. */
export const schedulerTimers: Readonly<Record<string, TimerHandler>> = {
  [SCHEDULE]: (world, key) => schedulePod(world, key),
  [BIND]: (world, key, sinceMs) => finishBinding(world, key, sinceMs as number),
};

/** Wakes new pods, pods whose spec changed, and pods that a change may help. */
const watchCluster: ChangeObserver = (world, change) => {
  const { resource, type, key, object, previous } = change;
  if (resource === "pods") {
    const pod = object as Pod;
    if (type === "DELETED") succeed(world, key);
    else if (
      isOurs(pod) &&
      (previous === undefined || (previous as Pod).spec !== pod.spec || (previous as Pod).metadata.labels !== pod.metadata.labels)
    )
      enqueuePod(world, key);
  }
  if (resource === "persistentvolumeclaims" && (type === "DELETED" || (object as PersistentVolumeClaim).status?.phase === "Bound"))
    onClaimSettled(world, key);
  reconsider(world, change);
};

/** The scheduler's observers of changes. */
export const schedulerObservers: readonly ChangeObserver[] = [watchCluster];
