import type { Backend } from "#pool/backend.ts";
import { createSimBackend, type SimBackendOptions, type WorldStore } from "#pool/backends/sim/sim-backend.ts";
import { type Catalogue, type CatalogueOptions, createCatalogue } from "../catalogue/catalogue.ts";
import { type Library, loadLibrary } from "../catalogue/library.ts";
import { type LoadedApp, loadApps } from "../catalogue/load-apps.ts";
import { createEpisodeHost, type HostParts } from "../host/episode-host.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import { createIncidentCache, type IncidentCache } from "../loop/incident-cache.ts";
import { prepareIncident } from "../loop/prepare-incident.ts";
import { keepTargets } from "./keep-targets.ts";
import { keepWorlds } from "./keep-worlds.ts";

/** A host of episodes on one backend, with its parts. */
export interface OpenHost {
  readonly host: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly library: Library;
  readonly apps: readonly LoadedApp[];
  readonly backend: Backend;
  readonly incidents: IncidentCache;
}

/** Settings of a thread's host. */
export interface HostOptions {
  /** Variant that every task is played in if it names none, `standard` for the published forms; missing: the seed draws one. */
  readonly variant?: string;
  /** Number of baselines that are kept, ≥ 1; missing: 24. */
  readonly baselinesMax?: number;
  /** False: worlds without a past, in which nobody works but the fault; missing: with both. */
  readonly hasPast?: boolean;
  /** Memory of booted worlds; missing: the user's cache folder. */
  readonly worldStore?: WorldStore;
  /** Estimated memory that kept incidents may take, bytes; missing: 256 MiB. */
  readonly incidentBytesMax?: number;
  /** Lets other calls of the thread have a turn during long work; missing: there are none. */
  readonly takeTurns?: SimBackendOptions["takeTurns"];
  /** Told of each action that failed by an exception and was undone; missing: nobody wants to know. */
  readonly onActionFailed?: HostParts["onActionFailed"];
  /** Invariants of the simulated worlds, checked after every event; tests set them. */
  readonly checkers?: SimBackendOptions["checkers"];
}

/** Loads plug-ins and charts, enumerates the tasks, and opens a host for them. */
export const openHost = async ({
  baselinesMax = BASELINES_MAX,
  hasPast = true,
  checkers,
  takeTurns,
  worldStore,
  ...options
}: HostOptions = {}): Promise<OpenHost> => {
  const [library, apps] = await Promise.all([loadLibrary(), loadApps()]);
  // Checkers want to see worlds come into being.
  const isKept = hasPast && checkers === undefined;
  const backend = createSimBackend({
    apps,
    baselinesMax,
    hasPast,
    ...(checkers && { checkers }),
    ...(takeTurns && { takeTurns }),
    ...(isKept && { worldStore: worldStore ?? keepWorlds() }),
  });
  return await openHostOn(backend, library, apps, {
    ...options,
    hasSurroundings: hasPast,
    // Which targets there are depends on the past.
    ...(isKept && { find: keepTargets() }),
  });
};

/** Enough for the variants of one app, so that drawn tasks find theirs booted. */
const BASELINES_MAX = 24;

/** Opens a host on a backend: enumerates the tasks of the apps in its slots. */
export const openHostOn = async (
  backend: Backend,
  library: Library,
  apps: readonly LoadedApp[],
  { incidentBytesMax = INCIDENT_BYTES_MAX, hasSurroundings = true, onActionFailed, ...catalogued }: OpeningOptions = {},
): Promise<OpenHost> => {
  const catalogue = await createCatalogue(library, apps, backend, catalogued);
  const incidents = createIncidentCache(
    { backend, noise: library.noise, decoys: library.decoys, hasSurroundings },
    { bytesMax: incidentBytesMax, prepare: prepareIncident },
  );
  return { host: createEpisodeHost({ library, catalogue, incidents, onActionFailed }), catalogue, library, apps, backend, incidents };
};

/** Room for some two hundred incidents. */
const INCIDENT_BYTES_MAX = 256 * 2 ** 20;

/** Settings of a host, whatever its backend. */
interface OpeningOptions extends Pick<HostOptions, "incidentBytesMax" | "onActionFailed">, CatalogueOptions {
  /** False: nobody else changes anything before and after a fault comes; missing: others do. */
  readonly hasSurroundings?: boolean;
}
