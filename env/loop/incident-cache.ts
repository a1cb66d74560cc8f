import { recycleSlot } from "#pool/recycle-slot.ts";
import type { Task } from "#problems/task.ts";
import { createIncident, type Incident, type IncidentParts } from "./incident.ts";
import { undoFaults } from "./undo-faults.ts";

/** Incidents by task and seed, so that a group of episodes shares one injection. */
export interface IncidentCache {
  /** Returns the incident of a task and seed, created if needed. */
  get(task: Task, seed: string): Promise<Incident>;
  /**
   * Releases an incident whose own slot is not used any more: on a backend that cannot fork, the slot is prepared for
   * the next episode in the background.
   */
  giveBack(incident: Incident): void;
  /** Resolves when every released slot is ready again, or left to the pool. */
  idle(): Promise<void>;
}

/** Creates a cache of the most recently used incidents; those of backends that cannot fork are never shared. */
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
      const turning = recycleSlot(parts.backend, slot, (cluster) => undoFaults(faults, cluster, slot.baseline))
        .catch(() => undefined) // the pool has the slot again, and tells what it does with it
        .finally(() => returning.delete(turning));
      returning.add(turning);
    },
    idle: async () => {
      await Promise.all(returning);
    },
  };
};
