import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import { SIGNAL_TIMER, type SignalPlan } from "../../../processes/process-keys.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { type PgSession, postgresStore } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { liveSessions } from "./postgres-locks.ts";

/** Present state of the session. */
export const sessionOf = (world: World, server: StoreServer, pid: number): PgSession | undefined =>
  postgresStore.state(world, server)?.sessions[pid];

/** Replaces the server's state of a session. Programs notice locks that it takes or gives back. */
export const setSession = (world: World, server: StoreServer, session: PgSession): void => {
  const state = postgresStore.state(world, server);
  if (state === undefined) return;
  if (changesLocks(state.sessions[session.pid], session)) planSolve(world);
  postgresStore.setState(world, server, { ...state, sessions: { ...state.sessions, [session.pid]: session } });
};

const changesLocks = (before: PgSession | undefined, after: PgSession): boolean =>
  (before?.locks ?? []).length !== after.locks.length ||
  (before?.pending?.waitsFor === undefined) !== (after.pending?.waitsFor === undefined);

/** The turn of a session that looks around without a statement, as `psql` does for its own commands. */
export const turnOf = (world: World, server: StoreServer, pid: number): PgTurn | undefined => {
  const state = postgresStore.state(world, server);
  const session = state?.sessions[pid];
  const cluster = state === undefined ? undefined : postgresStore.dataIn(postgresStore.folder(world, server, state));
  if (state === undefined || session === undefined || cluster === undefined) return undefined;
  const schemas = session.transaction?.schemas ?? cluster.databases[session.database]?.schemas ?? {};
  return { world, server, state, cluster, session, schemas, sleeps: { slept: 0, over: 0 }, effects: [] };
};

/** Wakes sessions that wait for a lock. */
export const wakeWaiting = (world: World, server: StoreServer): void => {
  const state = postgresStore.state(world, server);
  if (state === undefined) return;
  for (const { home, pending } of liveSessions(world, state)) if (pending?.waitsFor !== undefined) wake(world, home);
};

/** Wakes the client of a session. */
export const wake = (world: World, { key, startedAtMs, pid }: PgSession["home"]): void =>
  world.setTimer(SIGNAL_TIMER, `${key} #${pid}`, world.nowMs(), { key, startedAtMs, pid, name: "USR1" } satisfies SignalPlan);
