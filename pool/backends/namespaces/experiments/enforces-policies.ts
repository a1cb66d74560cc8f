import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import type { TrialPods } from "./trial-pods.ts";

/** True if a NetworkPolicy has an effect, which takes a network plug-in that enforces them. */
export const enforcesPolicies = async (admin: ClusterPort, pods: TrialPods): Promise<boolean> => {
  const { namespace, server } = pods;
  const policy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: server, namespace },
    spec: { podSelector: { matchLabels: { app: server } }, policyTypes: ["Ingress"] },
  } as KubeObject;
  if (!(await admin.clock.until(() => isReached(admin, pods), { timeoutMs: 10_000 }))) return false;
  await createObject(admin, { resource: "networkpolicies.networking.k8s.io", object: policy });
  try {
    return await admin.clock.until(async () => !(await isReached(admin, pods)), { timeoutMs: 10_000 });
  } finally {
    await deleteObject(admin, { resource: "networkpolicies.networking.k8s.io", namespace, name: server });
  }
};

const isReached = async (admin: ClusterPort, { namespace, caller, address }: TrialPods): Promise<boolean> => {
  const command = ["timeout", "2", "wget", "-q", "-O", "-", `http://${address}:8080/`];
  return (await admin.exec({ namespace, pod: caller, command })).exitCode === 0;
};
