import { connectionsOf, openPools } from "../../runtime/pooled-connections.ts";
import { mostConnections } from "./admit-login.ts";
import type { MysqlSession } from "./mysql-data.ts";
import { liveMysqlSessions, type MysqlTurn } from "./mysql-rights.ts";

/** Sessions of clients at a terminal, and those of programs' pools, which sleep between their requests. */
export const mysqlConnections = ({ world, server, state, data }: MysqlTurn): readonly MysqlSession[] => {
  const pooled = connectionsOf(openPools(world, server, mostConnections(state, data))).map(
    (connection): MysqlSession => ({
      ...connection,
      account: `${connection.user}@%`,
      variables: {},
      command: "Sleep",
      info: "",
      changedAtMs: world.nowMs(),
      pending: undefined,
      before: undefined,
    }),
  );
  return [...liveMysqlSessions(world, state), ...pooled].sort((a, b) => a.id - b.id);
};
