import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { admitLogin, type MysqlLogin } from "./admit-login.ts";
import { accountOf, type MysqlSession, mysqlStore } from "./mysql-data.ts";
import type { MysqlError } from "./mysql-error.ts";

/** Opens a session, or returns the refusal. */
export const openMysql = (
  world: World,
  server: StoreServer,
  login: MysqlLogin,
): { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: MysqlError } => {
  const admitted = admitLogin(world, server, login);
  if (!admitted.ok) return admitted;
  const { state, account, live } = admitted.value;
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
