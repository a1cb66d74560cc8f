import type { Backend } from "#pool/backend.ts";
import { createSimBackend, type SimBackendOptions } from "#pool/backends/sim/sim-backend.ts";
import { type Catalogue, createCatalogue } from "../catalogue/catalogue.ts";
import { type Library, loadLibrary } from "../catalogue/library.ts";
import { type LoadedApp, loadApps } from "../catalogue/load-apps.ts";
import { createEpisodeHost } from "../host/episode-host.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import { createIncidentCache, type IncidentCache } from "../loop/incident-cache.ts";

/** A host of episodes on one backend, with its parts. */
export interface OpenHost {
  readonly host: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly library: Library;
  readonly backend: Backend;
  readonly incidents: IncidentCache;
}

/** Settings of a thread's host. */
export interface HostOptions {
  /** Number of baselines with other seeds and ages for each app, ≥ 1; missing: 3. More make worlds less alike and start slower. */
  readonly variants?: number;
  /** False: worlds without a past, in which nobody works but the fault; missing: with both. */
  readonly hasPast?: boolean;
  /** Number of incidents kept for groups; missing: 64. */
  readonly incidentsMax?: number;
  /** Invariants of the simulated worlds, checked after every event; tests set them. */
  readonly checkers?: SimBackendOptions["checkers"];
}

/** Loads plug-ins and charts, boots a baseline, enumerates the tasks, and opens a host for them. */
export const openHost = async ({ variants = 3, hasPast = true, checkers, ...options }: HostOptions = {}): Promise<OpenHost> => {
  const [library, apps] = await Promise.all([loadLibrary(), loadApps()]);
  return await openHostOn(createSimBackend({ apps, variants, hasPast, ...(checkers && { checkers }) }), library, apps, {
    ...options,
    hasSurroundings: hasPast,
  });
};

/** Opens a host on a backend: enumerates the tasks of the apps in its slots. */
export const openHostOn = async (
  backend: Backend,
  library: Library,
  apps: readonly LoadedApp[],
  { incidentsMax = 64, hasSurroundings = true }: Pick<HostOptions, "incidentsMax"> & { readonly hasSurroundings?: boolean } = {},
): Promise<OpenHost> => {
  const catalogue = await createCatalogue(library, apps, backend);
  const incidents = createIncidentCache({ backend, decoys: library.decoys, hasSurroundings }, incidentsMax);
  return { host: createEpisodeHost({ library, catalogue, incidents }), catalogue, library, backend, incidents };
};
