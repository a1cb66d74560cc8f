import { loadContext } from "../../kubernetes/api-connection.ts";
import { createKubernetesPort, type KubernetesPort } from "../../kubernetes/create-kubernetes-port.ts";
import type { ResolvedContext } from "../../kubernetes/kubeconfig.ts";
import { realClock } from "../../kubernetes/real-clock.ts";
import { createWriteLimits, type WriteLimitOptions, type WriteLimits } from "../../kubernetes/write-limits.ts";

/** The real cluster of a pool, as its administrator. */
export interface PoolCluster {
  readonly admin: KubernetesPort;
  /** How the administrator gets there; agents get there the same way with a credential of their own. */
  readonly context: ResolvedContext;
  /** Shared by all who write to the cluster. */
  readonly limits: WriteLimits;
}

/** Connects to a cluster. Nothing is sent yet. @throws DrillError BACKEND_DOWN when the kubeconfig cannot be read */
export const openPoolCluster = (kubeconfigPath: string, home: string, pressure: WriteLimitOptions = {}): PoolCluster => {
  const context = loadContext(kubeconfigPath);
  const limits = createWriteLimits(realClock, pressure);
  return { admin: createKubernetesPort({ context, limits, probeNamespace: home }), context, limits };
};
