import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "../../runtime/sql-client.ts";
import { mysqlStore } from "./mysql-data.ts";
import { hasRight } from "./mysql-rights.ts";
import { findAccount, refuseLogin } from "./refuse-login.ts";

/** Refusal of a client or of its statement, in the server's words; undefined: it carries it out. Changes and logs nothing. */
export const refuseMysqlClient = (
  world: World,
  server: StoreServer,
  { ip, ...account }: SqlClient,
  wanted?: WantedRight,
): SqlRefusal | undefined => {
  const login = { ...account, home: { key: "", startedAtMs: 0, pid: 0, ip, openedAtMs: world.nowMs() }, isLocal: false };
  const refusal = refuseLogin(world, server, login);
  if (refusal !== undefined) return { at: "sign-in", text: refusal.text };
  const state = mysqlStore.state(world, server);
  const data = state === undefined ? undefined : mysqlStore.dataIn(mysqlStore.folder(world, server, state));
  if (wanted === undefined || data === undefined) return undefined;
  const { right, table } = wanted;
  const { user, database } = account;
  if (!hasRight(findAccount(data, login), right, database, table))
    return { at: "statement", text: `${right} command denied to user '${user}'@'${ip}' for table '${table}'` };
  return data.schemas[database]?.tables[table] === undefined
    ? { at: "statement", text: `Table '${database}.${table}' doesn't exist` }
    : undefined;
};
