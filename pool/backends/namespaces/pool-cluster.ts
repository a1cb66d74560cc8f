import { loadContext } from "../../kubernetes/api-connection.ts";
import { createKubernetesPort, type KubernetesPort } from "../../kubernetes/create-kubernetes-port.ts";
import type { ResolvedContext } from "../../kubernetes/kubeconfig.ts";
import { realClock } from "../../kubernetes/real-clock.ts";
import { createWriteLimits, type WriteLimitOptions, type WriteLimits } from "../../kubernetes/write-limits.ts";

/** The real cluster of a pool, with administrator rights. */
export interface PoolCluster {
  readonly admin: KubernetesPort;
  /** Context of the administrator; agents use the same cluster with a credential of their own. */
  readonly context: ResolvedContext;
  /** Limits that all writers to the cluster share. */
  readonly limits: WriteLimits;
}

/** Creates a connection to a cluster; nothing is sent yet. @throws DrillError BACKEND_DOWN if the kubeconfig cannot be read */
export const openPoolCluster = (kubeconfigPath: string, home: string, pressure: WriteLimitOptions = {}): PoolCluster => {
  const context = loadContext(kubeconfigPath);
  const limits = createWriteLimits(realClock, pressure);
  return { admin: createKubernetesPort({ context, limits, probeNamespace: home }), context, limits };
};
