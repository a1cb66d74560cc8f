import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import type { Pool } from "../../programs/behaviour/pool-of.ts";
import type { Processors } from "../processors/processors.ts";
import { backlogOf } from "./backlogs.ts";
import type { Call, Leg } from "./call-legs.ts";
import type { Circumstances } from "./capacity.ts";
import type { Spread } from "./distribution.ts";
import type { Effects } from "./effects.ts";
import type { CacheLook } from "./evaluate-cached-store.ts";
import type { Amounts } from "./kept-amounts.ts";
import type { Outcome } from "./outcome.ts";

/** Inputs of one solution; discarded with it. */
export interface Evaluation {
  readonly world: World;
  /** Demand on each process, from the walk before; empty in the first. */
  readonly demand: ReadonlyMap<string, Demand>;
  /** Requests that wait in front of processes which were given more than they could do. */
  readonly backlogs: Amounts;
  /** Messages that groups of readers have yet to read. */
  readonly lags: Amounts;
  readonly processors: Processors;
  readonly found: Findings;
  /** Outcome of requests for one operation of a process. */
  readonly outcomeOf: (process: Process, operation: string) => Outcome;
}

/** Results of an evaluation so far. */
export interface Findings {
  /** By process and operation. */
  readonly outcomes: ByProcess<Outcome>;
  /** The part for which a request holds its worker. */
  readonly works: ByProcess<Outcome>;
  /** Results by process and call. */
  readonly calls: ByProcess<Call>;
  readonly wiring: Wiring;
}

/** Connections between processes: they do not depend on the load, so both passes of a solution share them. */
export interface Wiring {
  /** By process and service. */
  readonly ways: ByProcess<readonly Way[]>;
  /** By process and call. */
  readonly stores: ByProcess<ProductWiring>;
  /** By process and operation. */
  readonly effects: ByProcess<Effects>;
}

/** Parts of a call of a store, a cache or a broker. */
export interface ProductWiring {
  readonly publishes?: Call;
  readonly look?: CacheLook;
  readonly command?: Leg;
}

/** One server that a client's calls of a service go to, or why they fail. */
export interface Way {
  readonly share: number;
  readonly to: string;
  readonly server?: Process;
  /** The network between the two; missing: no call gets through. */
  readonly hop?: Outcome;
  /** Outcome of all calls where no connection succeeds. */
  readonly failure?: Outcome;
}

/** Circumstances under which a process works. */
export const circumstancesOf = (
  { backlogs, processors }: Pick<Evaluation, "backlogs" | "processors">,
  process: Process,
): Circumstances => ({
  waiting: backlogOf(backlogs, process),
  cores: processors.coresOf(process),
});

/** Nothing found out yet. */
export const createFindings = (wiring: Wiring = { ways: new Map(), stores: new Map(), effects: new Map() }): Findings => ({
  outcomes: new Map(),
  works: new Map(),
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

/** Requests that a process is asked for, and what they need. */
export interface Demand {
  /** Requests per second. */
  readonly rate: number;
  /** CPU that they need, cores. */
  readonly cpuCores: number;
  /** Time for which a request holds its worker. */
  readonly work: Spread;
  /** Missing: it has no pool of connections, or does not use it. */
  readonly pool?: PoolDemand;
  /** Clients of a store, with the commands that they would send if none of them had to wait; missing: it is no store. */
  readonly clients?: readonly ClientDemand[];
}

/** Use that requests make of a process's pool of connections. */
export interface PoolDemand extends Pool {
  /** Commands for each request. */
  readonly perRequest: number;
  /** Time for which a command holds its connection. */
  readonly hold: Spread;
}

/** One client of a store. */
export interface ClientDemand {
  /** Commands per second. */
  readonly rate: number;
  /** Commands that it sends at once at most. */
  readonly atOnce: number;
}
