import type { Task } from "#problems/task.ts";
import { countIncidents, incidentOf } from "./draw-incident.ts";
import { type KeptIncidents, keyOf, type TaskIncident } from "./kept-incidents.ts";

/** Order in which incidents are made ahead of their use. */
export interface IncidentsAhead {
  /** Notes that an episode begins with an incident: it need not be made ahead, but others of its task are likely to follow. */
  begun(incident: TaskIncident): void;
  /** Notes that an episode will begin with an incident. */
  expected(incident: TaskIncident): void;
  /** Returns the next one to make: an expected one, else one of the task that was used last; undefined when all are kept. */
  next(kept: KeptIncidents): TaskIncident | undefined;
  /** Gives up a task whose incidents cannot be made. */
  leaveAlone(task: Task): void;
}

/** Creates an order without anything to make. */
export const createIncidentsAhead = (): IncidentsAhead => {
  const expected = new Map<string, TaskIncident>();
  const tasks = new Map<string, Task>();
  return {
    begun: (incident) => {
      expected.delete(keyOf(incident));
      const { task } = incident;
      tasks.delete(task.uri);
      tasks.set(task.uri, task);
      const oldest = tasks.keys().next().value;
      if (tasks.size > TASKS_MAX && oldest !== undefined) tasks.delete(oldest);
    },
    expected: (incident) => {
      if (expected.size < EXPECTED_MAX) expected.set(keyOf(incident), incident);
    },
    next: (kept) => takeMissing(expected, kept) ?? missingOf(tasks, kept),
    leaveAlone: ({ uri }) => void tasks.delete(uri),
  };
};

/** Maximum number of tasks whose other incidents are made ahead, the most recently used ones. */
const TASKS_MAX = 4_096;

/** Maximum number of incidents that are expected. */
const EXPECTED_MAX = 16_384;

/** Takes the first incident that is not kept, and forgets those before it. */
const takeMissing = (expected: Map<string, TaskIncident>, kept: KeptIncidents): TaskIncident | undefined => {
  for (const [key, incident] of expected) {
    expected.delete(key);
    if (!kept.has(incident)) return incident;
  }
  return undefined;
};

const missingOf = (tasks: ReadonlyMap<string, Task>, kept: KeptIncidents): TaskIncident | undefined => {
  for (const task of [...tasks.values()].reverse()) {
    for (let number = 0; number < countIncidents(task); number++) {
      if (!kept.has({ task, drawn: { number } })) return { task, drawn: incidentOf(task, number) };
    }
  }
  return undefined;
};
