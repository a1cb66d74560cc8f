import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";
import { getObject, listObjects } from "../apiserver/store/store.ts";
import { type Controller, itself, splitKey } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { claimNames } from "./pod-claims.ts";
import { CLAIMS, VOLUMES } from "./storage-names.ts";

/** Keeps a claim that is being deleted until no pod uses it. */
export const claimProtection: Controller = {
  name: "pvc-protection",
  watches: {
    [CLAIMS]: itself,
    pods: (_world, { type, object, previous }) => {
      const pod = object as Pod;
      if (type !== "DELETED" && (previous === undefined || (previous as Pod).status?.phase === pod.status?.phase)) return [];
      return claimNames(pod).map((name) => `${pod.metadata.namespace}/${name}`);
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const claim = getObject<PersistentVolumeClaim>(world, CLAIMS, namespace, name);
    if (
      claim?.metadata.deletionTimestamp === undefined ||
      claim.metadata.finalizers?.includes(CLAIM_FINALIZER) !== true ||
      isUsed(world, claim)
    )
      return;
    const finalizers = claim.metadata.finalizers.filter((finalizer) => finalizer !== CLAIM_FINALIZER);
    clientFor(world, "pvc-protection-controller").update(CLAIMS, { ...claim, metadata: { ...claim.metadata, finalizers } });
  },
};

/** Releases a volume when its claim is deleted, and keeps one that is bound. */
export const volumeProtection: Controller = {
  name: "pv-protection",
  watches: {
    [VOLUMES]: itself,
    [CLAIMS]: (_world, { type, object }) => {
      const { volumeName } = (object as PersistentVolumeClaim).spec;
      return type === "DELETED" && volumeName !== undefined ? [volumeName] : [];
    },
  },
  reconcile: (world, name) => {
    const volume = getObject<PersistentVolume>(world, VOLUMES, undefined, name);
    if (volume === undefined) return;
    const hasClaim = hasOwnClaim(world, volume);
    const client = clientFor(world, "persistent-volume-binder");
    if (volume.metadata.deletionTimestamp !== undefined) {
      const finalizers = volume.metadata.finalizers ?? [];
      if (hasClaim || !finalizers.includes(VOLUME_FINALIZER)) return;
      client.update(VOLUMES, {
        ...volume,
        metadata: { ...volume.metadata, finalizers: finalizers.filter((finalizer) => finalizer !== VOLUME_FINALIZER) },
      });
      return;
    }
    const phase = volume.spec.claimRef?.uid === undefined ? "Available" : hasClaim ? volume.status?.phase : "Released";
    if (phase !== undefined && phase !== volume.status?.phase)
      client.updateStatus(VOLUMES, { ...volume, status: { ...volume.status, phase } });
  },
};

const CLAIM_FINALIZER = "kubernetes.io/pvc-protection";
const VOLUME_FINALIZER = "kubernetes.io/pv-protection";

const isUsed = (world: World, { metadata }: PersistentVolumeClaim): boolean =>
  listObjects<Pod>(world, "pods", metadata.namespace).some(
    (pod) =>
      pod.status?.phase !== "Succeeded" &&
      pod.status?.phase !== "Failed" &&
      pod.spec.nodeName !== undefined &&
      claimNames(pod).includes(metadata.name),
  );

const hasOwnClaim = (world: World, { spec }: PersistentVolume): boolean => {
  const { claimRef } = spec;
  return claimRef?.name !== undefined && getObject(world, CLAIMS, claimRef.namespace, claimRef.name)?.metadata.uid === claimRef.uid;
};
