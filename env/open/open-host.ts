import type { KeptValues } from "#core/kept-values.ts";
import type { Backend } from "#pool/backend.ts";
import { boundCourses } from "#pool/backends/sim/course-memory.ts";
import { createSimBackend, type KeptWorlds, type SimBackendOptions } from "#pool/backends/sim/sim-backend.ts";
import { createMemoryRoom, type MemoryRoom } from "#pool/memory/memory-room.ts";
import { type Catalogue, type CatalogueOptions, createCatalogue } from "../catalogue/catalogue.ts";
import { type Library, loadLibrary } from "../catalogue/library.ts";
import { type ChartData, type LoadedApp, loadApps } from "../catalogue/load-apps.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { createEpisodeHost, type HostParts } from "../host/episode-host.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import { createIncidentCache, type IncidentCache } from "../loop/incident-cache.ts";
import { prepareIncident } from "../loop/prepare-incident.ts";
import { keepTargets } from "./keep-targets.ts";
import { keepValues } from "./keep-values.ts";
import { layerWorlds, type WorldSources } from "./layer-worlds.ts";
import { openWarmCache } from "./warm-cache.ts";

/** A host of episodes on one backend, with its parts. */
export interface OpenHost {
  readonly host: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly library: Library;
  readonly apps: readonly LoadedApp[];
  readonly backend: Backend;
  readonly incidents: IncidentCache;
  /** Room of all that is kept for later episodes. */
  readonly room: MemoryRoom;
  /** Counts the worlds of baselines by where they were taken from. */
  worldSources(): WorldSources;
}

/** Settings of a thread's host. */
export interface HostOptions {
  /** Variant that every task is played in if it names none, `standard` for the published forms; missing: the seed draws one. */
  readonly variant?: string;
  /** False: worlds without a past, in which nobody works but the fault; missing: with both. */
  readonly hasPast?: boolean;
  /** Memory of booted worlds; missing: the user's cache folder. */
  readonly worlds?: KeptWorlds;
  /** Finds the targets of faults; missing: the user's cache folder remembers them. */
  readonly find?: CatalogueOptions["find"];
  /** Folder that `kubedrill cache warm` has made, asked before these memories and never written to; missing: there is none. */
  readonly warmCache?: string;
  /** Memory of incidents that outlasts this thread; missing: the user's cache folder as far as `incidentDiskBytesMax` goes. */
  readonly keptIncidents?: KeptValues<unknown>;
  /** Bytes that incidents may take in the user's cache folder; missing: none is kept there. */
  readonly incidentDiskBytesMax?: number;
  /** Estimated memory that kept baselines and incidents may take together, bytes; missing: 640 MiB. */
  readonly keptBytesMax?: number;
  /** Lets other calls of the thread have a turn during long work; missing: there are none. */
  readonly takeTurns?: SimBackendOptions["takeTurns"];
  /** Told of each action that failed by an exception and was undone; missing: nobody wants to know. */
  readonly onActionFailed?: HostParts["onActionFailed"];
  /** Invariants of the simulated worlds, checked after every event; tests set them. */
  readonly checkers?: SimBackendOptions["checkers"];
}

/** Loads plug-ins and charts, enumerates the tasks, and opens a host for them. */
export const openHost = async ({
  keptBytesMax = KEPT_BYTES_MAX,
  hasPast = true,
  checkers,
  takeTurns,
  worlds = keepValues(cacheFolder("worlds"), { otherBuilds: OTHER_BUILDS }),
  find,
  warmCache,
  keptIncidents,
  incidentDiskBytesMax = 0,
  ...options
}: HostOptions = {}): Promise<OpenHost> => {
  const [library, apps] = await Promise.all([loadLibrary(), loadApps(undefined, keepCharts())]);
  // Checkers want to see worlds come into being.
  const isKept = hasPast && checkers === undefined;
  const warm = warmCache === undefined ? undefined : openWarmCache(warmCache);
  const layered = layerWorlds(warm, worlds);
  const room = createMemoryRoom(keptBytesMax);
  boundCourses(keptBytesMax * COURSES_SHARE);
  const backend = createSimBackend({
    apps,
    room,
    hasPast,
    ...(checkers && { checkers }),
    ...(takeTurns && { takeTurns }),
    ...(isKept && { worlds: layered }),
  });
  return await openHostOn(backend, library, apps, {
    ...options,
    room,
    hasSurroundings: hasPast,
    // Which targets there are depends on the past.
    ...(isKept && { find: find ?? keepTargets(cacheFolder("targets"), warm?.find) }),
    ...(isKept &&
      incidentDiskBytesMax > 0 && { store: keepValues(cacheFolder("incidents"), { otherBuilds: 0, bytesMax: incidentDiskBytesMax }) }),
    ...(keptIncidents && { store: keptIncidents }),
    worldSources: layered.sources,
  });
};

/** Keeps the charts as they were read: their YAML takes an eighth of a start. */
const keepCharts = (): KeptValues<ChartData> => keepValues(cacheFolder("charts"), { otherBuilds: OTHER_BUILDS });

/** Number of other builds whose worlds and charts are kept. */
const OTHER_BUILDS = 2;

/** Room for the variants of one app, so that drawn tasks find theirs booted, and some two hundred incidents. */
const KEPT_BYTES_MAX = 640 * 2 ** 20;

/** Part of that memory which may be taken by the courses of incidents besides. */
const COURSES_SHARE = 0.25;

/** Opens a host on a backend: enumerates the tasks of the apps in its slots. */
export const openHostOn = async (
  backend: Backend,
  library: Library,
  apps: readonly LoadedApp[],
  {
    room = createMemoryRoom(),
    worldSources = NO_WORLDS,
    hasSurroundings = true,
    onActionFailed,
    store,
    ...catalogued
  }: OpeningOptions = {},
): Promise<OpenHost> => {
  const catalogue = await createCatalogue(library, apps, backend, catalogued);
  const incidents = createIncidentCache(
    {
      backend,
      noise: library.noise,
      decoys: library.decoys,
      fixtures: library.fixtures,
      injectors: library.injectors,
      tools: library.tools,
      hasSurroundings,
    },
    { room, prepare: prepareIncident, ...(store && { store }) },
  );
  return {
    host: createEpisodeHost({ library, catalogue, incidents, onActionFailed }),
    catalogue,
    library,
    apps,
    backend,
    incidents,
    room,
    worldSources,
  };
};

const NO_WORLDS = (): WorldSources => ({ warm: 0, own: 0, boot: 0 });

/** Settings of a host, whatever its backend. */
interface OpeningOptions extends Pick<HostOptions, "onActionFailed">, CatalogueOptions {
  /** Room for incidents, and for the backend's baselines; missing: one without a bound, for backends that keep none. */
  readonly room?: MemoryRoom;
  /** Counts the worlds of baselines; missing: there are none, since the backend's are clusters. */
  readonly worldSources?: OpenHost["worldSources"];
  /** False: nobody else changes anything before and after a fault comes; missing: others do. */
  readonly hasSurroundings?: boolean;
  /** Memory of incidents that outlasts this thread; missing: there is none. */
  readonly store?: KeptValues<unknown>;
}
