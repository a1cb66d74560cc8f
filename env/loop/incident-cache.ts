import type { Task } from "#problems/task.ts";
import { createIncident, type Incident, type IncidentParts } from "./incident.ts";

/** Incidents by task and seed, so that a group of episodes shares one injection. */
export interface IncidentCache {
  /** Makes the incident, or gives the one that was made. */
  get(task: Task, seed: string): Promise<Incident>;
}

/** Creates a cache that keeps the most recently used incidents; those of backends that cannot fork are never shared. */
export const createIncidentCache = (parts: IncidentParts, incidentsMax: number): IncidentCache => {
  const kept = new Map<string, Promise<Incident>>();
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
  };
};
