import type { TelemetryEndpoints } from "../../telemetry/pool-telemetry.ts";
import { openNamespaceSite } from "./namespace-site.ts";
import { type OpenPool, openPoolOn, type PoolOptions } from "./open-pool-on.ts";

/** Where a pool of namespaces is, and what it holds. */
export interface NamespacePoolOptions extends PoolOptions {
  readonly kubeconfigPath: string;
  /** Namespace of registry, accounts and probes. */
  readonly home?: string;
  /** Prometheus, Loki and Jaeger that the cluster has already. */
  readonly endpoints?: TelemetryEndpoints;
}

/** The namespace of what is no agent's business. */
export const DEFAULT_HOME = "platform-inventory";

/**
 * Opens a pool whose slots are namespaces of one cluster.
 *
 * @throws Error when another process has it; DrillError BACKEND_DOWN when the cluster does not answer
 */
export const openPool = ({ kubeconfigPath, home = DEFAULT_HOME, endpoints, ...options }: NamespacePoolOptions): Promise<OpenPool> => {
  const { stateDirectory } = options;
  return openPoolOn(openNamespaceSite({ kubeconfigPath, home, stateDirectory, ...(endpoints && { endpoints }) }), options);
};
