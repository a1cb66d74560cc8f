import { createRng, type Rng } from "#core/rng.ts";
import type { Task } from "#problems/task.ts";

/** One of a task's incidents: where it lies, what its parameters are, and what others did around it. */
export interface DrawnIncident {
  /** Place among the task's incidents, from 0. */
  readonly number: number;
  /** Root of all that is drawn until the agent comes, decimal. */
  readonly seed: string;
}

/**
 * Draws the incident of a task that an episode with this seed has.
 *
 * A task has few incidents, so that they can be kept and made ahead; all but what is drawn while the agent works is the same
 * in all episodes with one of them.
 */
export const drawIncident = (task: Pick<Task, "uri" | "faults">, seed: string): DrawnIncident =>
  incidentOf(task, drawNumber(seed, countIncidents(task)));

/** Returns one of a task's incidents. */
export const incidentOf = ({ uri }: Pick<Task, "uri">, number: number): DrawnIncident => {
  return { number, seed: drawSeed(createRng(uri).stream(`incident ${number}`)) };
};

/** Draws another seed for an incident, if what was drawn before does not take. */
export const redrawSeed = (seed: string, times: number): string => drawSeed(createRng(seed).stream(`redraw ${times}`));

const drawSeed = (rng: Rng): string => ((BigInt(rng.uint32()) << 32n) | BigInt(rng.uint32())).toString();

/** Counts a task's incidents: one that leaves its targets open has as many for each of them as one that names it. */
export const countIncidents = ({ faults }: Pick<Task, "faults">): number =>
  faults.length === 0
    ? INCIDENTS_OF_HEALTHY
    : faults.reduce((count, { candidates }) => count * Math.max(1, candidates.length), INCIDENTS_PER_TARGET);

/** Number of incidents of a task whose targets are named. */
export const INCIDENTS_PER_TARGET = 8;

/** Number of incidents of a task in which nothing is wrong: there is one for a whole app, and it is drawn more often than any other. */
const INCIDENTS_OF_HEALTHY = 64;

/**
 * Draws a number below a count, all with equal chances; of a higher count, a seed draws the same number or one of the new ones
 * (jump consistent hashing by Lamping and Veach).
 */
export const drawNumber = (seed: string, count: number): number => {
  const rng = createRng(seed).stream("incident");
  let number = 0;
  for (let next = 0; next < count; next = Math.floor((number + 1) / (1 - rng.fraction()))) number = next;
  return number;
};
