import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { forbidden } from "../../http/status.ts";
import { getObject } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** A claim grows only when it is bound and its class lets its volumes grow. */
export const claimResize: AdmissionPlugin = {
  resources: new Set(["persistentvolumeclaims"]),
  validate: ({ world, row, subresource }, object, old) => {
    const [claim, before] = [object, old] as [PersistentVolumeClaim, PersistentVolumeClaim | undefined];
    if (before === undefined || subresource !== undefined || compareQuantities(sizeOf(claim), sizeOf(before)) <= 0) return undefined;
    const { name } = claim.metadata;
    if (before.status?.phase !== "Bound") return forbidden(row, name, "Only bound persistent volume claims can be expanded");
    const { storageClassName } = claim.spec;
    const found = storageClassName
      ? getObject<StorageClass>(world, "storageclasses.storage.k8s.io", undefined, storageClassName)
      : undefined;
    return found?.allowVolumeExpansion === true && before.spec.storageClassName === storageClassName
      ? undefined
      : forbidden(row, name, NOT_RESIZABLE);
  },
};

const NOT_RESIZABLE = "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";

const sizeOf = ({ spec }: PersistentVolumeClaim): string => spec.resources?.requests?.["storage"] ?? "0";
