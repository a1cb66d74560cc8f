import { DrillError } from "#core/drill-error.ts";
import type { KeptValues } from "#core/kept-values.ts";
import type { MemoryRoom } from "#pool/memory/memory-room.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import type { Task } from "#problems/task.ts";
import { drawIncident, redrawSeed } from "./draw-incident.ts";
import { createIncident, type Incident, type IncidentParts } from "./incident.ts";
import { createIncidentsAhead } from "./incidents-ahead.ts";
import { createKeptIncidents } from "./kept-incidents.ts";
import { type IncidentRecall, recallIncident } from "./recall-incident.ts";
import { undoFaults } from "./undo-faults.ts";

/** Incidents of tasks, each kept for all episodes whose seed draws it. */
export interface IncidentCache {
  /** Returns the incident that a seed draws of a task, made if needed. */
  get(task: Task, seed: string): Promise<Incident>;
  /** Announces an episode, whose incident is then made ahead before others. */
  expect(task: Task, seed: string): void;
  /**
   * Makes one incident ahead of its use, if there is room for one without dropping another.
   *
   * @returns false when there was nothing to do
   */
  makeNext(): Promise<boolean>;
  /**
   * Releases an incident whose own slot is not used any more: on a backend that cannot fork, the slot is prepared for
   * the next episode in the background.
   */
  giveBack(incident: Incident): void;
  /** Resolves when every released slot is ready again, or left to the pool. */
  idle(): Promise<void>;
}

/** Settings of a cache. */
export interface IncidentCacheOptions {
  /** Room for kept incidents; beyond its bound, those that were used longest ago are dropped. */
  readonly room: MemoryRoom;
  /** Works out for an incident that is made ahead what its episodes will ask for. */
  readonly prepare?: (incident: Incident) => Promise<unknown>;
  /** Memory of incidents that outlasts this thread, of backends that can fork; missing: there is none. */
  readonly store?: KeptValues<unknown>;
}

/** Creates a cache of the most recently used incidents; those of backends that cannot fork are never shared. */
export const createIncidentCache = (parts: IncidentParts, { room, prepare, store }: IncidentCacheOptions): IncidentCache => {
  const canFork = parts.backend.capabilities.includes("fork");
  const kept = createKeptIncidents(
    ({ task, drawn }) => createDrawn(task, drawn.seed, parts, store && recallIncident(store, { task, drawn })),
    room,
  );
  const ahead = createIncidentsAhead();
  const returning = new Set<Promise<void>>();
  return {
    get: async (task, seed) => {
      const drawn = drawIncident(task, seed);
      if (!canFork) return { ...(await createIncident(task, drawn.seed, parts)), seed };
      ahead.begun({ task, drawn });
      return (await kept.get({ task, drawn })).for(seed);
    },
    expect: (task, seed) => ahead.expected({ task, drawn: drawIncident(task, seed) }),
    makeNext: async () => {
      const next = canFork && kept.hasRoom() ? ahead.next(kept) : undefined;
      if (next === undefined) return false;
      try {
        await prepare?.((await kept.get(next)).incident);
      } catch {
        // Whoever resets it is told why it cannot be made.
        ahead.leaveAlone(next.task);
      }
      return true;
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

/**
 * Creates an incident; where what was drawn does not take, as when the pod that a fault needs fits on no node, or the server refuses a change beside
 * it, others are drawn, since the same draw would fail again each time.
 */
const createDrawn = async (task: Task, seed: string, parts: IncidentParts, recall?: IncidentRecall): Promise<Incident> => {
  const known = recall?.start();
  if (known !== undefined) return await createIncident(task, known.seed, { ...parts, recall, start: known });
  for (let redraw = 0; ; redraw++) {
    try {
      const incident = await createIncident(task, redraw === 0 ? seed : redrawSeed(seed, redraw), { ...parts, recall });
      recall?.keepStart({ seed: incident.rootSeed, state: incident.slot.image?.(), injectedMs: incident.injectedMs });
      return incident;
    } catch (cause) {
      if (!(cause instanceof DrillError && cause.code === "INJECTION_FAILED") || redraw === REDRAWS_MAX) throw cause;
    }
  }
};

const REDRAWS_MAX = 4;
