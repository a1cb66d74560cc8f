import { matchesAnyTerm } from "#kube/objects/node-affinity.ts";
import { storageClassName } from "#kube/objects/storage-class-name.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { findVolumeFor } from "../../storage/match-volume.ts";
import { claimNames, claimOf } from "../../storage/pod-claims.ts";
import { type FilterContext, type FilterFailure, type FilterPlugin, isNodeChange, unschedulableAndUnresolvable } from "../filter-plugin.ts";
import type { NodeState } from "../node-state.ts";

/** Filter of volumes: claims must exist and be bound or bindable, and their volumes reachable from the node. */
export const volumeBinding: FilterPlugin = {
  name: "VolumeBinding",
  refuse: ({ world, pod }) => {
    for (const volume of pod.spec.volumes ?? []) {
      const name = claimOf(pod, volume);
      if (name === undefined) continue;
      const claim = findClaim(world, pod, name);
      if (claim === undefined)
        return volume.ephemeral === undefined
          ? `persistentvolumeclaim "${name}" not found`
          : `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`;
      if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
      if (claim.status?.phase === "Lost")
        return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName}"`;
    }
    const isWaiting = claimNames(pod).some(
      (name) => !isBound(findClaim(world, pod, name)) && !waitsForConsumer(world, findClaim(world, pod, name)),
    );
    return isWaiting ? "pod has unbound immediate PersistentVolumeClaims" : undefined;
  },
  filter: (context, node) => {
    for (const name of claimNames(context.pod)) {
      const failure = checkClaim(context, node, findClaim(context.world, context.pod, name) as PersistentVolumeClaim);
      if (failure !== undefined) return failure;
    }
    return undefined;
  },
  isCuredBy: (change) => isNodeChange(change) || STORAGE_RESOURCES.includes(change.resource),
};

/** A claim of a pod. */
export const findClaim = (world: World, pod: Pod, name: string): PersistentVolumeClaim | undefined =>
  getObject<PersistentVolumeClaim>(world, "persistentvolumeclaims", pod.metadata.namespace, name);

/** True when a claim has its volume. */
export const isBound = (claim: PersistentVolumeClaim | undefined): boolean =>
  claim?.spec.volumeName !== undefined && claim.status?.phase === "Bound";

const STORAGE_RESOURCES: readonly string[] = ["persistentvolumeclaims", "persistentvolumes", "storageclasses.storage.k8s.io"];

/** True for a claim that is bound once its pod has a node; one for a volume by its name is bound at once, or never. */
const waitsForConsumer = (world: World, claim: PersistentVolumeClaim | undefined): boolean =>
  claim?.spec.volumeName === undefined &&
  getObject<StorageClass>(world, "storageclasses.storage.k8s.io", undefined, claim === undefined ? "" : storageClassName(claim))
    ?.volumeBindingMode === "WaitForFirstConsumer";

const checkClaim = ({ world }: FilterContext, { node }: NodeState, claim: PersistentVolumeClaim): FilterFailure | undefined => {
  if (isBound(claim)) {
    const volume = getObject<PersistentVolume>(world, "persistentvolumes", undefined, claim.spec.volumeName as string);
    const terms = volume?.spec.nodeAffinity?.required?.nodeSelectorTerms;
    return terms === undefined || matchesAnyTerm(terms, node)
      ? undefined
      : unschedulableAndUnresolvable("node(s) had volume node affinity conflict");
  }
  const selected = claim.metadata.annotations?.["volume.kubernetes.io/selected-node"];
  if (selected !== undefined)
    return selected === node.metadata.name ? undefined : unschedulableAndUnresolvable("node(s) had volume node affinity conflict");
  const storageClass = getObject<StorageClass>(world, "storageclasses.storage.k8s.io", undefined, storageClassName(claim));
  if (findVolumeFor(world, claim, node) !== undefined) return undefined;
  const isProvisioned = storageClass !== undefined && storageClass.provisioner !== "kubernetes.io/no-provisioner";
  return isProvisioned ? undefined : unschedulableAndUnresolvable("node(s) didn't find available persistent volumes to bind");
};
