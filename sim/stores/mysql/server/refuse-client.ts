import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "../../runtime/sql-client.ts";
import { admitLogin } from "./admit-login.ts";
import type { MysqlError } from "./mysql-error.ts";
import { hasRight } from "./mysql-rights.ts";

/** Refusal of a client or of its statement, in the server's words; undefined: it carries it out. Changes and logs nothing. */
export const refuseMysqlClient = (
  world: World,
  server: StoreServer,
  { ip, ...account }: SqlClient,
  wanted?: WantedRight,
): SqlRefusal | undefined => {
  const login = { ...account, home: { key: "", startedAtMs: 0, pid: 0, ip, openedAtMs: world.nowMs() }, isLocal: false };
  const admitted = admitLogin(world, server, login);
  if (!admitted.ok) return refusalOf(admitted.error);
  if (wanted === undefined) return undefined;
  const { data, account: known } = admitted.value;
  const { right, table } = wanted;
  const { user, database } = account;
  if (!hasRight(known, right, database, table))
    return { at: "statement", text: `${right} command denied to user '${user}'@'${ip}' for table '${table}'` };
  return data.schemas[database]?.tables[table] === undefined
    ? { at: "statement", text: `Table '${database}.${table}' doesn't exist` }
    : undefined;
};

/** A server that waits for the cluster behind it lets clients in and lets their statements wait. */
const refusalOf = ({ code, text, afterMs }: MysqlError): SqlRefusal =>
  afterMs === undefined ? { at: "sign-in", text } : { at: "statement", text, code, afterMs };
