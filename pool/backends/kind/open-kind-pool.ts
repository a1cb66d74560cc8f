import { type OpenPool, openPoolOn, type PoolOptions } from "../namespaces/open-pool-on.ts";
import type { KindSettings } from "./kind-program.ts";
import { openKindSite } from "./kind-site.ts";

/** Options of a pool of kind clusters. */
export interface KindPoolOptions extends PoolOptions {
  readonly kind: KindSettings;
}

/**
 * Opens a pool whose slots are kind clusters on this machine.
 *
 * @throws Error if another process has it, or with one sentence if Docker or kind is missing
 */
export const openKindPool = ({ kind, settings, ...options }: KindPoolOptions): Promise<OpenPool> =>
  // Clusters are made one after the other: two at once take longer than one after the other, and fail more often.
  openPoolOn(openKindSite(kind, options.stateDirectory), { ...options, settings: { ...SETTINGS, ...settings, makingMax: 1 } });

const SETTINGS = { readyTimeoutMs: 600_000, leaseTimeoutMs: 900_000 };
