import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
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
  readonly wiring: Wiring;
}

/** Who reaches whom: what does not depend on the load, so that both passes of a solution share it. */
export interface Wiring {
  /** By process and service. */
  readonly ways: ByProcess<readonly Way[]>;
  /** By process and what is asked of cache and store. */
  readonly stores: ByProcess<Call>;
}

/** One server that a client's calls of a service go to, or why they fail. */
export interface Way {
  readonly share: number;
  readonly to: string;
  readonly server?: Process;
  /** The network between the two; missing: no call gets through. */
  readonly hop?: Outcome;
  /** How all calls end where none gets through. */
  readonly failure?: Outcome;
}

/** Nothing found out yet. */
export const createFindings = (wiring: Wiring = { ways: new Map(), stores: new Map() }): Findings => ({
  outcomes: new Map(),
  calls: new Map(),
  wiring,
});

/** The entry of a process and a name; `find` makes it where there is none. */
export const findOnce = <T>(found: ByProcess<T>, process: Process, name: string, find: () => T): T => {
  let own = found.get(process);
  if (own === undefined) {
    own = new Map();
    found.set(process, own);
  }
  let known = own.get(name);
  if (known === undefined) {
    known = find();
    own.set(name, known);
  }
  return known;
};

type ByProcess<T> = Map<Process, Map<string, T>>;

export interface Demand {
  readonly rate: number;
  readonly cpuCores: number;
}
