/** Services and their calls, in the terms of queueing: what both the simulation of single requests and the flow model are given. */
export interface Topology {
  readonly id: string;
  /** The first one is what clients call. */
  readonly services: readonly Service[];
  /** Clients' requests per second, which arrive by a Poisson process. */
  readonly rps: number;
}

export interface Service {
  readonly name: string;
  /** Requests that are worked on at once; each holds its worker until it has its answer. */
  readonly workers: number;
  /** Requests that may wait for a worker; one that finds the queue full is never answered. */
  readonly queue: number;
  /** Own work of a request, lognormal, ms. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Made one after another when the own work is done; the calls of a group at once. */
  readonly calls: readonly (Call | readonly Call[])[];
  /** True for a database, whose times are those of the flow model's own: it has no calls, and no limit but its connections. */
  readonly isStore?: boolean;
}

export interface Call {
  readonly to: string;
  /** Patience of the caller, ms; the callee goes on with work that its caller gave up. Missing: as long as it takes. */
  readonly timeoutMs?: number;
  /** Attempts, the first included; missing: 1. */
  readonly attempts?: number;
  /** Wait before the second attempt, ms, and by what each further one is multiplied; missing: 0 and 1. */
  readonly backoffMs?: number;
  readonly backoffMultiplier?: number;
  /** Retries for each call at most, on average; missing: no bound. */
  readonly retryBudget?: number;
  /** Connections to the callee, each of which a call holds until it is answered; missing: as many as are wanted. */
  readonly connections?: number;
}

/** Patience of the clients, ms. */
export const CLIENT_TIMEOUT_MS = 2000;

/** The way through the network and back, ms. */
export const HOP_MS = 0.6;
