import type { World } from "../../../kernel/world.ts";
import type { ConnectionHome } from "../../runtime/connection-home.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { accountOf, type MysqlSession, mysqlStore } from "./mysql-data.ts";
import type { MysqlError } from "./mysql-error.ts";
import { hasRight, liveMysqlSessions, seesDatabase } from "./mysql-rights.ts";
import { variableOf } from "./mysql-variables.ts";
import { SYSTEM_DATABASES } from "./system-databases.ts";

export interface MysqlLogin {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly home: ConnectionHome;
  readonly isLocal: boolean;
}

/** Opens a session, or returns the refusal. */
export const openMysql = (
  world: World,
  server: StoreServer,
  login: MysqlLogin,
): { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: MysqlError } => {
  const state = mysqlStore.state(world, server);
  const data = state === undefined ? undefined : mysqlStore.dataIn(mysqlStore.folder(world, server, state));
  if (state === undefined || data === undefined)
    return {
      ok: false,
      error: {
        code: "2013",
        state: "HY000",
        text: "Lost connection to MySQL server at 'reading initial communication packet', system error: 0",
      },
    };
  const fail = (code: string, sqlState: string, text: string) => ({ ok: false as const, error: { code, state: sqlState, text } });
  const host = login.isLocal ? "localhost" : login.home.ip;
  const live = liveMysqlSessions(world, state);
  const account = Object.values(data.users)
    .filter(
      (one) =>
        one.user === login.user &&
        (one.host === "%" || one.host === host || new RegExp(`^${one.host.replaceAll(".", "\\.").replaceAll("%", ".*")}$`).test(host)),
    )
    .sort((a, b) => Number(a.host.includes("%")) - Number(b.host.includes("%")) || b.host.length - a.host.length)[0];
  const most = Number(variableOf(state, data, "max_connections"));
  if (live.length >= most + (hasRight(account, "SUPER") ? 1 : 0)) return fail("1040", "HY000", "Too many connections");
  if (account === undefined || account.password !== login.password)
    return fail(
      "1045",
      "28000",
      `Access denied for user '${login.user}'@'${host}' (using password: ${login.password === "" ? "NO" : "YES"})`,
    );
  if (account.isLocked) return fail("3118", "HY000", `Access denied for user '${login.user}'@'${host}'. Account is locked.`);
  if (account.connectionsMax > 0 && live.filter(({ user }) => user === login.user).length >= account.connectionsMax)
    return fail(
      "1226",
      "42000",
      `User '${login.user}' has exceeded the 'max_user_connections' resource (current value: ${account.connectionsMax})`,
    );
  if (login.database !== "") {
    if (!seesDatabase(account, login.database))
      return fail("1044", "42000", `Access denied for user '${login.user}'@'${account.host}' to database '${login.database}'`);
    if (data.schemas[login.database] === undefined && !SYSTEM_DATABASES.has(login.database))
      return fail("1049", "42000", `Unknown database '${login.database}'`);
  }
  const id = state.lastId + 1;
  const nowMs = world.nowMs();
  const session: MysqlSession = {
    id,
    home: login.home,
    isLocal: login.isLocal,
    port: 40_000 + ((id * 2) % 20_000),
    account: accountOf(account),
    user: login.user,
    database: login.database,
    variables: {},
    startedAtMs: nowMs,
    command: "Sleep",
    info: "",
    changedAtMs: nowMs,
    pending: undefined,
    before: undefined,
  };
  mysqlStore.setState(world, server, {
    ...state,
    lastId: id,
    sessions: { ...Object.fromEntries(live.map((one) => [one.id, one])), [id]: session },
  });
  return { ok: true, id };
};
