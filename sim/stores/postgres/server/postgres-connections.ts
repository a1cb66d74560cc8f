import { connectionsOf, openPools } from "../../runtime/pooled-connections.ts";
import { LOCK_OF } from "./lock-wait.ts";
import type { PgLock, PgSession } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { blockersOf, liveSessions } from "./postgres-locks.ts";
import { slotsOf } from "./sign-in.ts";

/**
 * Sessions of clients at a terminal, and those of programs' pools, which are idle between their requests. Where somebody has locked a
 * program's table, requests come faster than they end, so that each of its connections soon has one that waits.
 */
export const postgresConnections = ({ world, server, state, cluster }: PgTurn): readonly PgSession[] => {
  const { most, reserved } = slotsOf(state, cluster);
  const live = liveSessions(world, state);
  const pooled = connectionsOf(openPools(world, server, most - reserved)).map(({ id, table, ...connection }): PgSession => {
    const wanted: PgLock = { relation: table, mode: LOCK_OF.SELECT };
    const request = { pid: id, database: connection.database, pending: undefined };
    const blockers = blockersOf(world, state, request, wanted);
    const sinceMs = Math.min(...live.filter(({ pid }) => blockers.includes(pid)).map((blocker) => takenAtMs(blocker)));
    const isWaiting = blockers.length > 0;
    const query = `SELECT * FROM ${table}`;
    return {
      ...connection,
      pid: id,
      sessionUser: connection.user,
      application: "",
      settings: {},
      state: isWaiting ? "active" : "idle",
      query: isWaiting ? query : "",
      queryAtMs: isWaiting ? sinceMs : world.nowMs(),
      changedAtMs: isWaiting ? sinceMs : world.nowMs(),
      transaction: undefined,
      locks: [],
      pending: isWaiting ? { sql: query, sinceMs, wakeAtMs: undefined, slept: 0, waitsFor: wanted } : undefined,
    };
  });
  return [...live, ...pooled];
};

/** Time since which a session holds or wants its locks, as far as it is known. */
const takenAtMs = ({ transaction, queryAtMs }: PgSession): number => transaction?.startedAtMs ?? queryAtMs;
