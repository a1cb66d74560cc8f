import type { TelemetryEndpoints } from "../../telemetry/pool-telemetry.ts";
import { openNamespaceSite } from "./namespace-site.ts";
import { type OpenPool, openPoolOn, type PoolOptions } from "./open-pool-on.ts";

/** Options of a pool of namespaces. */
export interface NamespacePoolOptions extends PoolOptions {
  readonly kubeconfigPath: string;
  /** Namespace of registry, accounts and probes. */
  readonly home?: string;
  /** Existing Prometheus, Loki and Jaeger of the cluster. */
  readonly endpoints?: TelemetryEndpoints;
}

/** Default namespace of registry, accounts and probes. */
export const DEFAULT_POOL_NAMESPACE = "platform-inventory";

/**
 * Opens a pool whose slots are namespaces of one cluster.
 *
 * @throws JournalLockedError if another process has it; DrillError BACKEND_DOWN if the cluster does not answer
 */
export const openPool = ({
  kubeconfigPath,
  home = DEFAULT_POOL_NAMESPACE,
  endpoints,
  ...options
}: NamespacePoolOptions): Promise<OpenPool> => {
  const { stateDirectory } = options;
  return openPoolOn(openNamespaceSite({ kubeconfigPath, home, stateDirectory, ...(endpoints && { endpoints }) }), options);
};
