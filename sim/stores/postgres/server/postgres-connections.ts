import { openPools } from "../../runtime/pooled-connections.ts";
import type { PgSession } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { liveSessions } from "./postgres-locks.ts";
import { slotsOf } from "./sign-in.ts";

/** Sessions of clients at a terminal, and those of programs' pools, which are idle between their requests. */
export const postgresConnections = ({ world, server, state, cluster }: PgTurn): readonly PgSession[] => {
  const { most, reserved } = slotsOf(state, cluster);
  const pooled = openPools(world, server, most - reserved).flatMap(({ client, ip, user, database, startedAtMs, open }, pool) =>
    Array.from({ length: open }, (_, i): PgSession => {
      const pid = FIRST_PID + pool * PIDS_PER_POOL + i;
      return {
        pid,
        home: { key: client, startedAtMs, pid: 1, ip, openedAtMs: startedAtMs },
        isLocal: false,
        port: 32_768 + ((pid * 2) % 28_000),
        sessionUser: user,
        user,
        database,
        application: "",
        settings: {},
        startedAtMs,
        state: "idle",
        query: "",
        queryAtMs: world.nowMs(),
        changedAtMs: world.nowMs(),
        transaction: undefined,
        locks: [],
        pending: undefined,
      };
    }),
  );
  return [...liveSessions(world, state), ...pooled];
};

/** Pids of the connections of pools, apart from those of clients that come later. */
const FIRST_PID = 100_000;
const PIDS_PER_POOL = 1000;
