import { diagnoseKindPool, inspectKindPool, setKindDraining } from "#pool/backends/kind/inspect-kind-pool.ts";
import { diagnosePool, type PoolCheck } from "#pool/backends/namespaces/diagnose-pool.ts";
import { inspectPool, type PoolStatus, setDraining } from "#pool/backends/namespaces/inspect-pool.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { loadLibrary } from "../catalogue/library.ts";
import type { LoadedForm } from "../catalogue/load-apps.ts";
import { chooseVariants } from "./choose-variants.ts";
import { poolDirectoryOf, readConfig } from "./config.ts";
import { kubeconfigOf, loadChosenApps, openPoolOf, type PoolConfig } from "./open-pool.ts";

/** Operations of an operator on a pool, without a server or beside one. */
export interface PoolAdmin {
  /** Provisions slots up to this number. */
  provision(slots: number, tell: (event: PoolEvent) => void): Promise<void>;
  status(): Promise<PoolStatus>;
  drain(isDraining: boolean): Promise<void>;
  /** Deletes all slots. @returns their number */
  destroy(tell: (event: PoolEvent) => void): Promise<number>;
  /**
   * Checks cluster and pool.
   * @param slots number of slots that are planned
   */
  doctor(slots: number): AsyncIterable<PoolCheck>;
}

/** Creates the operations from settings; touches nothing yet. */
export const createPoolAdmin = (settings: Readonly<Record<string, unknown>>): PoolAdmin => {
  const config: PoolConfig = readConfig({ backend: "namespaces", ...settings }, process.env);
  const open = async (tell: (event: PoolEvent) => void, isDestroying = false) =>
    (await openPoolOf(config, await loadLibrary(), tell, isDestroying)).pool;
  return {
    provision: async (slots, tell) => {
      const pool = await open(tell);
      try {
        await pool.settle();
        await pool.backend.provision({ app: config.app, slots });
      } finally {
        await pool.close();
      }
    },
    ...LOOK[config.backend === "kind" ? "kind" : "namespaces"](config),
    destroy: async (tell) => {
      const pool = await open(tell, true);
      const { length } = pool.slots();
      try {
        await pool.destroy();
        return length;
      } finally {
        await pool.close();
      }
    },
  };
};

type Look = (config: PoolConfig) => Pick<PoolAdmin, "status" | "drain" | "doctor">;

/** Operations that work while a server uses the pool. */
const LOOK: Readonly<Record<"kind" | "namespaces", Look>> = {
  kind: (config) => {
    const stateDirectory = poolDirectoryOf(config);
    return {
      status: () => inspectKindPool(stateDirectory),
      drain: (isDraining) => setKindDraining(stateDirectory, isDraining),
      doctor: (slots) => diagnoseKindPool(stateDirectory, slots),
    };
  },
  namespaces: (config) => {
    const place = { kubeconfigPath: kubeconfigOf(config), stateDirectory: poolDirectoryOf(config), home: config.poolHome };
    return {
      status: () => inspectPool(place),
      drain: (isDraining) => setDraining(place, isDraining),
      doctor: async function* () {
        const [app] = await loadChosenApps(config);
        const forms = app === undefined ? [] : chooseVariants(app, config.variants).map((id) => app.formOf(id) ?? app);
        yield* diagnosePool(place, Math.max(1, ...forms.map(podsOf)));
      },
    };
  },
};

/** Number of pods of a form that is at rest. */
const podsOf = ({ values: { components } }: LoadedForm): number => components.reduce((sum, { replicas = 1 }) => sum + replicas, 0);
