import { keepUpTo } from "#core/keep-up-to.ts";
import type { MemoryRoom } from "#pool/memory/memory-room.ts";
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
  /** True while there is room for one more without another one going. */
  hasRoom(): boolean;
  /** Returns a kept incident, or makes and keeps it, for which what was used longest ago in its room goes. */
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
  readonly task: Pick<Task, "uri" | "digest" | "leadMs">;
  readonly drawn: Pick<DrawnIncident, "number">;
}

/** Name of an incident in this process. */
export const keyOf = ({ task: { uri, digest, leadMs }, drawn }: KeyParts): string =>
  `${uri} ${digest} ${drawn.number}${leadMs === undefined ? "" : ` after ${leadMs} ms`}`;

/** Creates an empty collection. @param room for its incidents, which other caches of the thread share */
export const createKeptIncidents = (make: (wanted: TaskIncident) => Promise<Incident>, room: MemoryRoom): KeptIncidents => {
  const kept = new Map<string, Promise<KeptIncident>>();
  const add = async (key: string, wanted: TaskIncident): Promise<KeptIncident> => {
    try {
      const incident = await make(wanted);
      const { bytes, slot } = incident;
      const drop = (): void => {
        kept.delete(key);
        slot.forgetCourse?.();
      };
      room.keep(incident, { kind: "starts", bytes, drop });
      return keepIncident(incident);
    } catch (cause) {
      kept.delete(key);
      throw cause;
    }
  };
  return {
    has: (wanted) => kept.has(keyOf(wanted)),
    hasRoom: room.hasRoom,
    get: async (wanted) => {
      const key = keyOf(wanted);
      const making = kept.get(key) ?? add(key, wanted);
      kept.set(key, making);
      const found = await making;
      const { incident } = found;
      room.use(incident);
      // After it, so that the baseline that it is a fork of goes after all of its incidents.
      room.use(incident.slot.baseline);
      return found;
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
