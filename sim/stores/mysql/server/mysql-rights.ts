import type { World } from "../../../kernel/world.ts";
import { isHomeAlive } from "../../runtime/connection-home.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { ALL_RIGHTS, type MysqlData, type MysqlServer, type MysqlSession, type MysqlUser } from "./mysql-data.ts";
import { refuse } from "./mysql-error.ts";

/** One statement of one session at one server. */
export interface MysqlTurn {
  readonly world: World;
  readonly server: StoreServer;
  readonly state: MysqlServer;
  readonly data: MysqlData;
  readonly session: MysqlSession;
  /** Number of finished sleeps of the statement. */
  readonly sleeps: { slept: number; readonly over: number };
}

/** The account of a session. */
export const accountOfSession = ({ data, session }: MysqlTurn): MysqlUser | undefined => data.users[session.account];

/** True when a user has a right on a database, a table, or everywhere. */
export const hasRight = (user: MysqlUser | undefined, right: string, database?: string, table?: string): boolean => {
  const scopes = ["*.*", ...(database === undefined ? [] : [`${database}.*`]), ...(table === undefined ? [] : [`${database}.${table}`])];
  return scopes.some((scope) => user?.grants[scope]?.includes(right) === true);
};

/** True when a user may see a database at all. */
export const seesDatabase = (user: MysqlUser | undefined, database: string): boolean =>
  Object.entries(user?.grants ?? {}).some(
    ([scope, rights]) => rights.some((right) => ALL_RIGHTS.includes(right)) && (scope === "*.*" || scope.startsWith(`${database}.`)),
  );

/** Throws when the session lacks a privilege on a table. */
export const demandTable = (turn: MysqlTurn, right: string, database: string, table: string): void => {
  if (hasRight(accountOfSession(turn), right, database, table)) return;
  throw refuse(1142, "42000", `${right} command denied to user '${turn.session.user}'@'${hostOf(turn.session)}' for table '${table}'`);
};

/** Throws without a right on the server. */
export const demandServer = (turn: MysqlTurn, right: string, shown = right): void => {
  if (!hasRight(accountOfSession(turn), right))
    throw refuse(1227, "42000", `Access denied; you need (at least one of) the ${shown} privilege(s) for this operation`);
};

/** Host of a session, as messages show it. */
export const hostOf = ({ isLocal, home }: MysqlSession): string => (isLocal ? "localhost" : home.ip);

/** Sessions with a live client. */
export const liveMysqlSessions = (world: World, { sessions }: MysqlServer): readonly MysqlSession[] =>
  Object.values(sessions).filter(({ home }) => isHomeAlive(world, home));
