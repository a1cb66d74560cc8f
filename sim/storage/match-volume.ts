import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { matchesAnyTerm } from "#kube/objects/node-affinity.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import { storageClassName } from "#kube/objects/storage-class-name.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";
import { listObjects } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** The smallest volume that a claim could be bound to, reachable from a node where one is given. */
export const findVolumeFor = (world: World, claim: PersistentVolumeClaim, node?: Node): PersistentVolume | undefined =>
  listObjects<PersistentVolume>(world, "persistentvolumes")
    .filter((volume) => suits(volume, claim) && (node === undefined || isReachable(volume, node)))
    .sort(
      (a, b) =>
        Number(isReservedFor(b, claim)) - Number(isReservedFor(a, claim)) ||
        compareQuantities(capacityOf(a), capacityOf(b)) ||
        (a.metadata.name < b.metadata.name ? -1 : 1),
    )[0];

/** True when a volume names this claim as its own. */
export const isReservedFor = ({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean =>
  spec.claimRef !== undefined &&
  spec.claimRef.name === metadata.name &&
  spec.claimRef.namespace === metadata.namespace &&
  (spec.claimRef.uid === undefined || spec.claimRef.uid === metadata.uid);

/** The storage that a volume has. */
export const capacityOf = ({ spec }: PersistentVolume): string => spec.capacity?.["storage"] ?? "0";

const suits = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean => {
  const { spec, metadata } = volume;
  if (metadata.deletionTimestamp !== undefined) return false;
  if (claim.spec.volumeName !== undefined && claim.spec.volumeName !== metadata.name) return false;
  if (spec.claimRef !== undefined && !isReservedFor(volume, claim)) return false;
  if (storageClassName(volume) !== storageClassName(claim)) return false;
  if ((spec.volumeMode ?? "Filesystem") !== (claim.spec.volumeMode ?? "Filesystem")) return false;
  if (!(claim.spec.accessModes ?? []).every((mode) => spec.accessModes?.includes(mode) === true)) return false;
  if (claim.spec.selector !== undefined && !matchesLabelSelector(claim.spec.selector, metadata.labels)) return false;
  return compareQuantities(capacityOf(volume), claim.spec.resources?.requests?.["storage"] ?? "0") >= 0;
};

const isReachable = ({ spec }: PersistentVolume, node: Node): boolean =>
  spec.nodeAffinity?.required === undefined || matchesAnyTerm(spec.nodeAffinity.required.nodeSelectorTerms, node);
