import type { Process } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import type { Call } from "./call-legs.ts";
import type { Outcome } from "./outcome.ts";

/** What one solution is computed with; thrown away with it. */
export interface Evaluation {
  readonly world: World;
  /** Requests per second and CPU cores asked of each process, from the pass before; empty in the first. */
  readonly demand: ReadonlyMap<string, Demand>;
  readonly found: Findings;
  /** How requests for one operation of a process end. */
  readonly outcomeOf: (process: Process, operation: string) => Outcome;
}

/** What an evaluation has found out so far. */
export interface Findings {
  /** By process and operation. */
  readonly outcomes: ByProcess<Outcome>;
  /** By process and what is called. */
  readonly calls: ByProcess<Call>;
}

type ByProcess<T> = Map<Process, Map<string, T>>;

export interface Demand {
  readonly rate: number;
  readonly cpuCores: number;
}
