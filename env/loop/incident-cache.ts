import { turnOver } from "#pool/turn-over.ts";
import type { Task } from "#problems/task.ts";
import { createIncident, type Incident, type IncidentParts } from "./incident.ts";
import { undoFaults } from "./undo-faults.ts";

/** Incidents by task and seed, so that a group of episodes shares one injection. */
export interface IncidentCache {
  /** Makes the incident, or gives the one that was made. */
  get(task: Task, seed: string): Promise<Incident>;
  /** Nobody plays in an incident's own slot any more: where slots do not fork, it is made fit for the next episode, while others play. */
  giveBack(incident: Incident): void;
  /** Settles when every slot that was given back is fit or the pool's own affair. */
  idle(): Promise<void>;
}

/** Creates a cache that keeps the most recently used incidents; those of backends that cannot fork are never shared. */
export const createIncidentCache = (parts: IncidentParts, incidentsMax: number): IncidentCache => {
  const kept = new Map<string, Promise<Incident>>();
  const returning = new Set<Promise<void>>();
  return {
    get: async (task, seed) => {
      if (!parts.backend.capabilities.includes("fork")) return await createIncident(task, seed, parts);
      const key = `${task.uri} ${task.digest} ${seed}`;
      const incident = kept.get(key) ?? createIncident(task, seed, parts);
      kept.delete(key);
      kept.set(key, incident);
      const oldest = kept.keys().next().value;
      if (kept.size > incidentsMax && oldest !== undefined) kept.delete(oldest);
      try {
        return await incident;
      } catch (cause) {
        kept.delete(key);
        throw cause;
      }
    },
    giveBack: ({ slot, faults }) => {
      if (slot.fork !== undefined) return;
      const turning = turnOver(parts.backend, slot, (cluster) => undoFaults(faults, cluster, slot.baseline))
        .catch(() => undefined) // the pool has the slot again, and tells what it does with it
        .finally(() => returning.delete(turning));
      returning.add(turning);
    },
    idle: async () => {
      await Promise.all(returning);
    },
  };
};
