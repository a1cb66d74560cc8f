import { connectionsOf, openPools } from "../../runtime/pooled-connections.ts";
import type { PgSession } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { liveSessions } from "./postgres-locks.ts";
import { slotsOf } from "./sign-in.ts";

/** Sessions of clients at a terminal, and those of programs' pools, which are idle between their requests. */
export const postgresConnections = ({ world, server, state, cluster }: PgTurn): readonly PgSession[] => {
  const { most, reserved } = slotsOf(state, cluster);
  const pooled = connectionsOf(openPools(world, server, most - reserved)).map(
    ({ id, ...connection }): PgSession => ({
      ...connection,
      pid: id,
      sessionUser: connection.user,
      application: "",
      settings: {},
      state: "idle",
      query: "",
      queryAtMs: world.nowMs(),
      changedAtMs: world.nowMs(),
      transaction: undefined,
      locks: [],
      pending: undefined,
    }),
  );
  return [...liveSessions(world, state), ...pooled];
};
