import type { AppProgram } from "../processes/app-program.ts";
import type { Process } from "../processes/process.ts";
import type { Pool } from "../programs/behaviour/pool-of.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import { requestsAtOnce } from "./evaluation/capacity.ts";
import type { Spread } from "./evaluation/distribution.ts";
import type { ClientDemand, PoolDemand } from "./evaluation/evaluation.ts";
import { timeTaken } from "./evaluation/outcome.ts";

/** Commands that processes send to stores. */
export interface StoreUse {
  /** By the client's process. */
  readonly pools: Map<string, PoolUse>;
  /** Clients by the store's process. */
  readonly clients: Map<string, Map<Process, { rate: number; readonly atOnce: number }>>;
}

interface PoolUse {
  requests: number;
  commands: number;
  /** Sums over the commands. */
  heldMs: number;
  squareMs: number;
  pool: Pool | undefined;
}

/** Nothing used yet. */
export const createStoreUse = (): StoreUse => ({ pools: new Map(), clients: new Map() });

/** Notes requests per second that a process with a store works on. */
export const noteRequests = ({ pools }: StoreUse, { key, app }: Process, rate: number): void => {
  if (app?.behaviour.store === undefined) return;
  const known = pools.get(key);
  if (known === undefined) pools.set(key, { requests: rate, commands: 0, heldMs: 0, squareMs: 0, pool: undefined });
  else known.requests += rate;
};

interface Reached {
  /** Requests per second in which the command is sent. */
  readonly reached: number;
  /** By how many times more there would be if nothing had to wait. */
  readonly wanted: number;
}

/** Notes a command of a process to a store. */
export const noteCommand = ({ pools, clients }: StoreUse, from: Process, leg: Leg, { reached, wanted }: Reached): void => {
  const rate = reached * (leg.wanted ?? leg.rate);
  const use = pools.get(from.key);
  if (use !== undefined && leg.pool !== undefined) {
    const { meanMs, variance } = timeTaken(leg.outcome);
    use.pool = leg.pool;
    use.commands += rate;
    use.heldMs += rate * meanMs;
    use.squareMs += rate * (variance + meanMs * meanMs);
  }
  const store = (leg.server as Process).key;
  let known = clients.get(store);
  if (known === undefined) {
    known = new Map();
    clients.set(store, known);
  }
  const client = known.get(from);
  if (client !== undefined) client.rate += rate * wanted;
  else known.set(from, { rate: rate * wanted, atOnce: leg.pool?.connections ?? requestsAtOnce(from.app as AppProgram) });
};

/** The demand on a process's own pool of connections; undefined: it does not use one. */
export const poolDemandOf = ({ pools }: StoreUse, { key }: Process): PoolDemand | undefined => {
  const use = pools.get(key);
  if (use?.pool === undefined || use.commands <= 0 || use.requests <= 0) return undefined;
  const meanMs = use.heldMs / use.commands;
  const hold: Spread = { meanMs, variance: Math.max(0, use.squareMs / use.commands - meanMs * meanMs) };
  return { ...use.pool, perRequest: use.commands / use.requests, hold };
};

/** The demand of a store's clients; undefined: it has none. */
export const clientDemandOf = ({ clients }: StoreUse, { key }: Process): readonly ClientDemand[] | undefined => {
  const uses = clients.get(key);
  return uses && [...uses.values()];
};
