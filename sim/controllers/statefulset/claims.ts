import type { KubeObject, OwnerReference } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { ownerReferenceTo } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { isWanted, ordinalOf } from "./ordinals.ts";

/** The claims of the member with this number. */
export const draftClaims = (set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] =>
  (set.spec.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: claimName(set, metadata.name, ordinal),
      namespace: set.metadata.namespace as string,
      labels: { ...metadata.labels, ...set.spec.selector.matchLabels },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
    },
    spec,
  }));

/** Sets the owner of a pod's claims by the retention policy: the set, the surplus pod, or none. @returns true when an owner changed */
export const syncClaimOwners = (world: World, set: StatefulSet, pod: Pod): boolean => {
  const ordinal = ordinalOf(set, pod.metadata.name) ?? 0;
  const changed = (set.spec.volumeClaimTemplates ?? []).filter(({ metadata }) =>
    syncOwner(world, set, pod, claimName(set, metadata.name, ordinal)),
  );
  return changed.length > 0;
};

const claimName = ({ metadata }: StatefulSet, template: string, ordinal: number): string => `${template}-${metadata.name}-${ordinal}`;

const syncOwner = (world: World, set: StatefulSet, pod: Pod, name: string): boolean => {
  const claim = getObject<PersistentVolumeClaim>(world, "persistentvolumeclaims", set.metadata.namespace, name);
  if (claim === undefined) return false;
  const owner = ownerOf(set, pod);
  const before = claim.metadata.ownerReferences ?? [];
  const others = before.filter(({ uid }) => uid !== set.metadata.uid && uid !== pod.metadata.uid);
  const owners: readonly OwnerReference[] = owner === undefined ? others : [...others, ownerReferenceTo(owner)];
  if (owners.length === before.length && owners.every(({ uid }, i) => uid === before[i]?.uid)) return false;
  const { ownerReferences: _before, ...metadata } = claim.metadata;
  clientFor(world, "statefulset-controller").update<PersistentVolumeClaim>("persistentvolumeclaims", {
    ...claim,
    metadata: owners.length === 0 ? metadata : { ...metadata, ownerReferences: owners },
  });
  return true;
};

const ownerOf = (set: StatefulSet, pod: Pod): KubeObject | undefined => {
  const { whenScaled, whenDeleted } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const isSurplus = !isWanted(set, pod.metadata.name);
  if (isSurplus && whenScaled === "Delete") return pod;
  return whenDeleted === "Delete" ? set : undefined;
};
