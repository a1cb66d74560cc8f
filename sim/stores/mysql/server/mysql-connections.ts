import { openPools } from "../../runtime/pooled-connections.ts";
import { mostConnections } from "./admit-login.ts";
import type { MysqlSession } from "./mysql-data.ts";
import { liveMysqlSessions, type MysqlTurn } from "./mysql-rights.ts";

/** Sessions of clients at a terminal, and those of programs' pools, which sleep between their requests. */
export const mysqlConnections = ({ world, server, state, data }: MysqlTurn): readonly MysqlSession[] => {
  const pooled = openPools(world, server, mostConnections(state, data)).flatMap(({ client, ip, user, database, startedAtMs, open }, pool) =>
    Array.from({ length: open }, (_, i): MysqlSession => {
      const id = FIRST_ID + pool * IDS_PER_POOL + i;
      return {
        id,
        home: { key: client, startedAtMs, pid: 1, ip, openedAtMs: startedAtMs },
        isLocal: false,
        port: 32_768 + ((id * 2) % 28_000),
        account: `${user}@%`,
        user,
        database,
        variables: {},
        startedAtMs,
        command: "Sleep",
        info: "",
        changedAtMs: world.nowMs(),
        pending: undefined,
        before: undefined,
      };
    }),
  );
  return [...liveMysqlSessions(world, state), ...pooled].sort((a, b) => a.id - b.id);
};

/** Ids of the connections of pools, apart from those of clients that come later. */
const FIRST_ID = 100_000;
const IDS_PER_POOL = 1000;
