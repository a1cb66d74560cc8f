import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** The same port, whose writes carry a field manager where the request names none. */
export const actAs = (cluster: ClusterPort, fieldManager: string): ClusterPort => ({
  ...cluster,
  write: (request) => cluster.write({ fieldManager, ...request }),
});

/** Field managers of people and programs that change objects by hand or by a pipeline. */
export const ORDINARY_MANAGERS: readonly string[] = [
  "kubectl-edit",
  "kubectl-edit",
  "kubectl-patch",
  "kubectl-client-side-apply",
  "helm",
  "argocd-controller",
];
