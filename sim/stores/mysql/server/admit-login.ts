import { err, ok, type Result } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import type { ConnectionHome } from "../../runtime/connection-home.ts";
import { countOpen, openPools } from "../../runtime/pooled-connections.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { keptData } from "./kept-data.ts";
import { type MysqlData, type MysqlServer, type MysqlSession, type MysqlUser, mysqlStore } from "./mysql-data.ts";
import type { MysqlError } from "./mysql-error.ts";
import { hasRight, liveMysqlSessions, seesDatabase } from "./mysql-rights.ts";
import { variableOf } from "./mysql-variables.ts";
import { SYSTEM_DATABASES } from "./system-databases.ts";

/** Account, database and home of a client that signs in. */
export interface MysqlLogin {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly home: ConnectionHome;
  readonly isLocal: boolean;
  /** True for a program that has connections already, whose password was right when it opened them. */
  readonly isConnected?: boolean;
  /** True where no place is asked for. */
  readonly isPlaced?: boolean;
}

/** A client that may sign in: its account, and the server as it finds it. */
interface Admitted {
  readonly state: MysqlServer;
  readonly data: MysqlData;
  readonly account: MysqlUser;
  /** Sessions that are open. */
  readonly live: readonly MysqlSession[];
}

/** Admits a client that wants to sign in, or refuses it in the server's words. Changes nothing. */
export const admitLogin = (world: World, server: StoreServer, login: MysqlLogin): Result<Admitted, MysqlError> => {
  const state = mysqlStore.state(world, server);
  const kept = state === undefined ? undefined : keptData(world, server, state);
  if (kept?.ok === false) return err({ ...kept.error, state: "HY000" });
  const data = kept?.value;
  if (state === undefined || data === undefined)
    return refusal("2013", "HY000", "Lost connection to MySQL server at 'reading initial communication packet', system error: 0");
  const host = hostOf(login);
  const live = liveMysqlSessions(world, state);
  const account = findAccount(data, login);
  const most = mostConnections(state, data);
  const taken = live.length + countOpen(openPools(world, server, most));
  if (login.isConnected === true && account !== undefined && data.schemas[login.database] !== undefined)
    return ok({ state, data, account, live });
  if (login.isPlaced !== true && taken >= most + (hasRight(account, "SUPER") ? 1 : 0))
    return refusal("1040", "HY000", "Too many connections");
  if (account === undefined || account.password !== login.password)
    return refusal(
      "1045",
      "28000",
      `Access denied for user '${login.user}'@'${host}' (using password: ${login.password === "" ? "NO" : "YES"})`,
    );
  if (account.isLocked) return refusal("3118", "HY000", `Access denied for user '${login.user}'@'${host}'. Account is locked.`);
  if (account.connectionsMax > 0 && live.filter(({ user }) => user === login.user).length >= account.connectionsMax)
    return refusal(
      "1226",
      "42000",
      `User '${login.user}' has exceeded the 'max_user_connections' resource (current value: ${account.connectionsMax})`,
    );
  const admitted = ok({ state, data, account, live });
  if (login.database === "") return admitted;
  if (!seesDatabase(account, login.database))
    return refusal("1044", "42000", `Access denied for user '${login.user}'@'${account.host}' to database '${login.database}'`);
  return data.schemas[login.database] === undefined && !SYSTEM_DATABASES.has(login.database)
    ? refusal("1049", "42000", `Unknown database '${login.database}'`)
    : admitted;
};

/** Number of connections that a server takes at once. */
export const mostConnections = (state: MysqlServer, data: MysqlData): number => Number(variableOf(state, data, "max_connections"));

const refusal = (code: string, state: string, text: string): Result<never, MysqlError> => err({ code, state, text });

/** The account that a client signs in to: the one whose host fits best. */
const findAccount = (data: MysqlData, login: MysqlLogin): MysqlUser | undefined => {
  const host = hostOf(login);
  return Object.values(data.users)
    .filter(
      (one) =>
        one.user === login.user &&
        (one.host === "%" || one.host === host || new RegExp(`^${one.host.replaceAll(".", "\\.").replaceAll("%", ".*")}$`).test(host)),
    )
    .sort((a, b) => Number(a.host.includes("%")) - Number(b.host.includes("%")) || b.host.length - a.host.length)[0];
};

const hostOf = ({ isLocal, home }: MysqlLogin): string => (isLocal ? "localhost" : home.ip);
