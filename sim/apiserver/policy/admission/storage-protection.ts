import { ok } from "#core/result.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Volumes and claims stay while they are in use: a finalizer that their controllers take off. */
export const storageProtection: AdmissionPlugin = {
  resources: new Set(["persistentvolumeclaims", "persistentvolumes"]),
  mutate: ({ row }, object, old) => {
    if (old !== undefined) return ok(object);
    const finalizer = row.resource === "persistentvolumes" ? "kubernetes.io/pv-protection" : "kubernetes.io/pvc-protection";
    const present = object.metadata.finalizers ?? [];
    if (present.includes(finalizer)) return ok(object);
    return ok({ ...object, metadata: { ...object.metadata, finalizers: [...present, finalizer] } });
  },
};
