import type { World } from "../../kernel/world.ts";
import type { StoreServer } from "../stores/server-state.ts";
import { type MysqlData, type MysqlSession, mysqlDataIn, mysqlFolder, mysqlState, setMysqlDataIn, setMysqlState } from "./mysql-data.ts";
import type { MysqlTurn } from "./mysql-rights.ts";

/** The turn of a session; `over`: sleeps of its statement that are over. */
export const turnOf = (world: World, server: StoreServer, id: number, over: number): MysqlTurn | undefined => {
  const state = mysqlState(world, server);
  const session = state?.sessions[id];
  const data = state === undefined ? undefined : mysqlDataIn(mysqlFolder(world, server, state));
  return state === undefined || session === undefined || data === undefined
    ? undefined
    : { world, server, state, data, session, sleeps: { slept: 0, over } };
};

/** Changes what a server keeps of a session. */
export const editSession = (world: World, server: StoreServer, id: number, change: Partial<MysqlSession>): void => {
  const state = mysqlState(world, server);
  const session = state?.sessions[id];
  if (state !== undefined && session !== undefined)
    setMysqlState(world, server, { ...state, sessions: { ...state.sessions, [id]: { ...session, ...change } } });
};

/** Keeps what a statement has changed. */
export const keepData = ({ world, server, state }: MysqlTurn, data: MysqlData): void =>
  setMysqlDataIn(mysqlFolder(world, server, state), data);
