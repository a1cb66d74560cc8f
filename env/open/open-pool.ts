import { homedir } from "node:os";
import { join } from "node:path";
import { openKindPool } from "#pool/backends/kind/open-kind-pool.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { OpenPool, PoolOptions } from "#pool/backends/namespaces/open-pool-on.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import type { TelemetryEndpoints } from "#pool/telemetry/pool-telemetry.ts";
import type { Library } from "../catalogue/library.ts";
import { type LoadedApp, loadApps } from "../catalogue/load-apps.ts";
import { undoByMemo } from "../loop/undo-faults.ts";
import { chooseVariants } from "./choose-variants.ts";
import { poolDirectoryOf, type ServerConfig } from "./config.ts";
import { SettingsError } from "./settings-error.ts";

/** A pool on a real cluster with the apps of its slots. */
export interface PoolOfApp {
  readonly pool: OpenPool;
  readonly apps: readonly LoadedApp[];
}

/** Settings of a server for its pool. */
export type PoolConfig = Pick<
  ServerConfig,
  | "backend"
  | "kubeconfig"
  | "app"
  | "values"
  | "variants"
  | "poolDirectory"
  | "poolHome"
  | "poolPrefix"
  | "loadRps"
  | "prometheus"
  | "loki"
  | "jaeger"
  | "kindImage"
  | "imageArchives"
  | "kindWorkers"
  | "kindConfig"
>;

/**
 * Opens the configured pool, with the injectors of this build to undo earlier episodes.
 *
 * @param isDestroying true: its slots are about to be deleted, so nothing is restored first
 */
export const openPoolOf = async (
  config: PoolConfig,
  library: Library,
  tell: (event: PoolEvent) => void,
  isDestroying = false,
): Promise<PoolOfApp> => {
  const apps = await loadChosenApps(config);
  const [app] = apps;
  if (app === undefined)
    throw new SettingsError(`no chart for app "${config.app}"${config.values === undefined ? "" : ` with values "${config.values}"`}`);
  const options: PoolOptions = {
    apps,
    stateDirectory: poolDirectoryOf(config),
    settings: {
      requestsPerSecond: config.loadRps,
      variants: chooseVariants(app, config.variants),
      ...(config.poolPrefix !== undefined && { namePrefix: config.poolPrefix }),
    },
    undo: undoByMemo(library.injectors),
    tell,
    isDestroying,
  };
  return { pool: await OPEN[config.backend === "kind" ? "kind" : "namespaces"](config, options), apps };
};

const OPEN = {
  namespaces: (config: PoolConfig, options: PoolOptions) =>
    openPool({ ...options, kubeconfigPath: kubeconfigOf(config), home: config.poolHome, endpoints: endpointsOf(config) }),
  kind: ({ kindImage, kindConfig, kindWorkers, imageArchives }: PoolConfig, options: PoolOptions) =>
    openKindPool({ ...options, kind: { image: kindImage, configPath: kindConfig, workers: kindWorkers, archives: imageArchives } }),
} as const;

const endpointsOf = ({ prometheus, loki, jaeger }: PoolConfig): TelemetryEndpoints => ({
  ...(prometheus !== undefined && { prometheus }),
  ...(loki !== undefined && { loki }),
  ...(jaeger !== undefined && { jaeger }),
});

/** Loads the configured app, if it has a chart with such values. */
export const loadChosenApps = async ({ app, values }: Pick<ServerConfig, "app" | "values">): Promise<readonly LoadedApp[]> =>
  (await loadApps(values)).filter(({ record }) => record.name === app);

/** Path of the kubeconfig: the configured one, or the first one that kubectl would read. */
export const kubeconfigOf = ({ kubeconfig }: Pick<ServerConfig, "kubeconfig">): string =>
  kubeconfig ?? (process.env["KUBECONFIG"]?.split(":")[0] || join(homedir(), ".kube", "config"));
