import { ok } from "#core/result.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Adds the finalizer that protects volumes and claims in use. */
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
