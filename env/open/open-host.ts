import type { KeptValues } from "#core/kept-values.ts";
import type { Backend } from "#pool/backend.ts";
import { createSimBackend, type KeptWorlds, type SimBackendOptions } from "#pool/backends/sim/sim-backend.ts";
import { type Catalogue, type CatalogueOptions, createCatalogue } from "../catalogue/catalogue.ts";
import { type Library, loadLibrary } from "../catalogue/library.ts";
import { type LoadedApp, loadApps } from "../catalogue/load-apps.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { createEpisodeHost, type HostParts } from "../host/episode-host.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import { createIncidentCache, type IncidentCache } from "../loop/incident-cache.ts";
import { prepareIncident } from "../loop/prepare-incident.ts";
import { keepTargets } from "./keep-targets.ts";
import { keepValues } from "./keep-values.ts";

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
  readonly worlds?: KeptWorlds;
  /** Memory of incidents that outlasts this thread; missing: the user's cache folder as far as `incidentDiskBytesMax` goes. */
  readonly keptIncidents?: KeptValues<unknown>;
  /** Bytes that incidents may take in the user's cache folder; missing: none is kept there. */
  readonly incidentDiskBytesMax?: number;
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
  worlds,
  keptIncidents,
  incidentDiskBytesMax = 0,
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
    ...(isKept && { worlds: worlds ?? keepValues(cacheFolder("worlds"), { otherBuilds: BUILDS_OF_WORLDS }) }),
  });
  return await openHostOn(backend, library, apps, {
    ...options,
    hasSurroundings: hasPast,
    // Which targets there are depends on the past.
    ...(isKept && { find: keepTargets() }),
    ...(isKept &&
      incidentDiskBytesMax > 0 && { store: keepValues(cacheFolder("incidents"), { otherBuilds: 0, bytesMax: incidentDiskBytesMax }) }),
    ...(keptIncidents && { store: keptIncidents }),
  });
};

/** Number of other builds whose worlds are kept. */
const BUILDS_OF_WORLDS = 2;

/** Enough for the variants of one app, so that drawn tasks find theirs booted. */
const BASELINES_MAX = 24;

/** Opens a host on a backend: enumerates the tasks of the apps in its slots. */
export const openHostOn = async (
  backend: Backend,
  library: Library,
  apps: readonly LoadedApp[],
  { incidentBytesMax = INCIDENT_BYTES_MAX, hasSurroundings = true, onActionFailed, store, ...catalogued }: OpeningOptions = {},
): Promise<OpenHost> => {
  const catalogue = await createCatalogue(library, apps, backend, catalogued);
  const incidents = createIncidentCache(
    { backend, noise: library.noise, decoys: library.decoys, hasSurroundings },
    { bytesMax: incidentBytesMax, prepare: prepareIncident, ...(store && { store }) },
  );
  return { host: createEpisodeHost({ library, catalogue, incidents, onActionFailed }), catalogue, library, apps, backend, incidents };
};

/** Room for some two hundred incidents. */
const INCIDENT_BYTES_MAX = 256 * 2 ** 20;

/** Settings of a host, whatever its backend. */
interface OpeningOptions extends Pick<HostOptions, "incidentBytesMax" | "onActionFailed">, CatalogueOptions {
  /** False: nobody else changes anything before and after a fault comes; missing: others do. */
  readonly hasSurroundings?: boolean;
  /** Memory of incidents that outlasts this thread; missing: there is none. */
  readonly store?: KeptValues<unknown>;
}
