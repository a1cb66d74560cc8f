import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";

/** Reference of a volume to its claim. */
export const claimReference = ({ metadata }: PersistentVolumeClaim): NonNullable<PersistentVolume["spec"]["claimRef"]> => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  namespace: metadata.namespace as string,
  name: metadata.name,
  uid: metadata.uid as string,
  resourceVersion: metadata.resourceVersion as string,
});
