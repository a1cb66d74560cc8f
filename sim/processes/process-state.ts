import { isRecording, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import type { Process } from "./process.ts";
import { instanceOf } from "./process-keys.ts";

/** In-memory state of a process besides its sockets: registrations, caches, known addresses. Gone when it ends. */
export const processState = <T>(world: World, process: Process, name: string): T | undefined => {
  const [map, key] = [mapOf(name), instanceOf(process)];
  const was = world.map<T>(map).get(key);
  if (isRecording()) recordRead({ kind: "entry", map, key, was });
  return was;
};

/** Replaces a named state of a process. */
export const setProcessState = <T>(world: World, process: Process, name: string, value: T): void =>
  world.map<T>(mapOf(name)).set(instanceOf(process), value);

/** Forgets a named state of a process. */
export const clearProcessState = (world: World, process: Process, name: string): void => world.map(mapOf(name)).delete(instanceOf(process));

/** Forgets everything that a process kept. */
export const dropProcessState = (world: World, process: Process): void => {
  for (const name of STATE_NAMES) world.map(mapOf(name)).delete(instanceOf(process));
};

/** States that processes keep under a name, by their instances. */
export const processStates = <T>(world: World, name: string): readonly (readonly [instance: string, state: T])[] => [
  ...world.map<T>(mapOf(name)).entries(),
];

/** Grows with every change of what processes keep under a name. */
export const processStateRevision = (world: World, name: string): number => world.map(mapOf(name)).revision;

/** Names of kept state. */
export const REGISTRATIONS = "registrations";
export const KNOWN_ADDRESSES = "known-addresses";
export const CACHE_WARMTH = "cache-warmth";
export const CONTAINER_OS = "container-os";
export const BUSY_SINCE = "busy-since";
export const BUSY_THREADS = "busy-threads";
export const STORE_SERVERS = "store-servers";
export const FLAG_FILE_CHANGES = "flag-file-changes";
const STATE_NAMES = [
  REGISTRATIONS,
  KNOWN_ADDRESSES,
  CACHE_WARMTH,
  CONTAINER_OS,
  BUSY_SINCE,
  BUSY_THREADS,
  STORE_SERVERS,
  FLAG_FILE_CHANGES,
];

const mapOf = (name: string): string => MAPS[name] ?? mapNamed(name);

const mapNamed = (name: string): string => `apps/state/${name}`;

/** Made once: text that is put together anew has to be hashed at every look-up. */
const MAPS: Readonly<Record<string, string>> = Object.fromEntries(STATE_NAMES.map((name) => [name, mapNamed(name)]));
