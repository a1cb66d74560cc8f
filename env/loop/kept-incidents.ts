import { keepUpTo } from "#core/keep-up-to.ts";
import type { Task } from "#problems/task.ts";
import type { DrawnIncident } from "./draw-incident.ts";
import type { Incident } from "./incident.ts";

/** An incident of a task, to make or made. */
export interface TaskIncident {
  readonly task: Task;
  readonly drawn: DrawnIncident;
}

/** Incidents that are kept, or being made. */
export interface KeptIncidents {
  has(wanted: KeyParts): boolean;
  /** True while what is kept takes less than its bound. */
  hasRoom(): boolean;
  /** Returns a kept incident, or makes and keeps it, for which the least recently used ones go. */
  get(wanted: TaskIncident): Promise<KeptIncident>;
}

/** A kept incident. */
export interface KeptIncident {
  readonly incident: Incident;
  /** Returns the incident for episodes with a seed: the same one where nothing is drawn while the agent works. */
  for(seed: string): Incident;
}

/** Parts of the name of an incident. */
interface KeyParts {
  readonly task: Pick<Task, "uri" | "digest">;
  readonly drawn: Pick<DrawnIncident, "number">;
}

/** Name of an incident in this process. */
export const keyOf = ({ task, drawn }: KeyParts): string => `${task.uri} ${task.digest} ${drawn.number}`;

/** Creates an empty collection. @param bytesMax estimated memory that it may take */
export const createKeptIncidents = (make: (wanted: TaskIncident) => Promise<Incident>, bytesMax: number): KeptIncidents => {
  const kept = new Map<string, Promise<KeptIncident>>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  const resize = (key: string, size: number): void => {
    bytes += size - (sizes.get(key) ?? 0);
    sizes.set(key, size);
  };
  const drop = (key: string): void => {
    resize(key, 0);
    sizes.delete(key);
    kept.delete(key);
  };
  const makeRoom = (newest: string): void => {
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax || oldest === newest) return;
      drop(oldest);
    }
  };
  const add = async (key: string, wanted: TaskIncident): Promise<KeptIncident> => {
    try {
      const incident = await make(wanted);
      if (kept.has(key)) resize(key, incident.bytes);
      makeRoom(key);
      return keepIncident(incident);
    } catch (cause) {
      drop(key);
      throw cause;
    }
  };
  return {
    has: (wanted) => kept.has(keyOf(wanted)),
    hasRoom: () => bytes < bytesMax,
    get: (wanted) => {
      const key = keyOf(wanted);
      const incident = kept.get(key) ?? add(key, wanted);
      kept.delete(key);
      kept.set(key, incident);
      return incident;
    },
  };
};

const keepIncident = (incident: Incident): KeptIncident => {
  const bySeed = keepUpTo<string, Incident>(SEEDS_KEPT);
  const isDisturbed = incident.noise.length > 0;
  return { incident, for: (seed) => (isDisturbed ? bySeed(seed, () => ({ ...incident, seed })) : incident) };
};

/** Number of seeds for which a disturbed incident is kept, and with it what comes of doing nothing. */
const SEEDS_KEPT = 32;
