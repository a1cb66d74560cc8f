import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "../../runtime/sql-client.ts";
import { admitLogin, mostConnections } from "./admit-login.ts";
import { keptData } from "./kept-data.ts";
import { mysqlStore } from "./mysql-data.ts";
import type { MysqlError } from "./mysql-error.ts";
import { hasRight } from "./mysql-rights.ts";
import { readOnlyRefusal } from "./read-only.ts";

/** Refusal of a client or of its statement, in the server's words; undefined: it carries it out. Changes and logs nothing. */
export const refuseMysqlClient = (
  world: World,
  server: StoreServer,
  { ip, isConnected = false, isPlaced = false, ...account }: SqlClient,
  wanted?: WantedRight,
): SqlRefusal | undefined => {
  const login = {
    ...account,
    home: { key: "", startedAtMs: 0, pid: 0, ip, openedAtMs: world.nowMs() },
    isLocal: false,
    isConnected,
    isPlaced,
  };
  const admitted = admitLogin(world, server, login);
  if (!admitted.ok) return refusalOf(admitted.error);
  if (wanted === undefined) return undefined;
  const { data, account: known } = admitted.value;
  const { right, table } = wanted;
  const { user, database } = account;
  if (!hasRight(known, right, database, table))
    return { at: "statement", text: `${right} command denied to user '${user}'@'${ip}' for table '${table}'` };
  if (data.schemas[database]?.tables[table] === undefined) return { at: "statement", text: `Table '${database}.${table}' doesn't exist` };
  const text = right === "SELECT" ? undefined : readOnlyRefusal(admitted.value, known);
  return text === undefined ? undefined : { at: "statement", text, code: "1290" };
};

/** Number of connections that programs may have to a server; undefined: it is not running. */
export const mysqlSlots = (world: World, server: StoreServer): number | undefined => {
  const state = mysqlStore.state(world, server);
  const kept = state === undefined ? undefined : keptData(world, server, state);
  return state === undefined || kept?.ok !== true || kept.value === undefined ? undefined : mostConnections(state, kept.value);
};

/** A server that waits for the cluster behind it lets clients in and lets their statements wait. */
const refusalOf = ({ code, text, afterMs }: MysqlError): SqlRefusal =>
  afterMs === undefined ? { at: "sign-in", text, code } : { at: "statement", text, code, afterMs };
