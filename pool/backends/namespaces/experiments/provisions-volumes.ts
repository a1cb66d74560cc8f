import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { TrialPods } from "./trial-pods.ts";

/** True if a claim without a class gets a volume that a pod can use. */
export const provisionsVolumes = async (admin: ClusterPort, { namespace, caller, runsWithClaim }: TrialPods): Promise<boolean> => {
  const classes = await listObjects(admin, { resource: "storageclasses.storage.k8s.io" });
  if (!classes.some(({ metadata }) => metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true")) return false;
  await createObject(admin, {
    resource: "persistentvolumeclaims",
    object: {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: caller, namespace },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
    } as KubeObject,
  });
  try {
    return await runsWithClaim(caller);
  } finally {
    await deleteObject(admin, { resource: "persistentvolumeclaims", namespace, name: caller });
  }
};
