import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { accountOf, type MysqlData, type MysqlServer, type MysqlSession, type MysqlUser, mysqlStore } from "./mysql-data.ts";
import type { MysqlError } from "./mysql-error.ts";
import { liveMysqlSessions } from "./mysql-rights.ts";
import { findAccount, type MysqlLogin, refuseLogin } from "./refuse-login.ts";

/** Opens a session, or returns the refusal. */
export const openMysql = (
  world: World,
  server: StoreServer,
  login: MysqlLogin,
): { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: MysqlError } => {
  const error = refuseLogin(world, server, login);
  if (error !== undefined) return { ok: false, error };
  const state = mysqlStore.state(world, server) as MysqlServer;
  const account = findAccount(mysqlStore.dataIn(mysqlStore.folder(world, server, state)) as MysqlData, login) as MysqlUser;
  const live = liveMysqlSessions(world, state);
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
