import { ok } from "#core/result.ts";
import type { PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { listObjects } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** A claim that names no class gets the default one; of several the newest. */
export const defaultStorageClass: AdmissionPlugin = {
  resources: new Set(["persistentvolumeclaims"]),
  mutate: ({ world }, object, old) => {
    const claim = object as PersistentVolumeClaim;
    if (old !== undefined || claim.spec.storageClassName !== undefined) return ok(object);
    const classes = listObjects<StorageClass>(world, "storageclasses.storage.k8s.io").filter(isDefault);
    const newest = [...classes].sort((a, b) => compare(b.metadata.creationTimestamp ?? "", a.metadata.creationTimestamp ?? ""))[0];
    return ok(newest === undefined ? claim : { ...claim, spec: { ...claim.spec, storageClassName: newest.metadata.name } });
  },
};

const isDefault = ({ metadata }: StorageClass): boolean => metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true";

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
