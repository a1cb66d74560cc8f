import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { keptData, setKeptData } from "./kept-data.ts";
import { type MysqlData, type MysqlSession, mysqlStore } from "./mysql-data.ts";
import type { MysqlTurn } from "./mysql-rights.ts";

/** The turn of a session; `over`: sleeps of its statement that are over. */
export const turnOf = (world: World, server: StoreServer, id: number, over: number): MysqlTurn | undefined => {
  const state = mysqlStore.state(world, server);
  const session = state?.sessions[id];
  const kept = state === undefined ? undefined : keptData(world, server, state);
  return state === undefined || session === undefined || kept?.ok !== true || kept.value === undefined
    ? undefined
    : { world, server, state, data: kept.value, session, sleeps: { slept: 0, over } };
};

/** Changes the server's state of a session. */
export const editSession = (world: World, server: StoreServer, id: number, change: Partial<MysqlSession>): void => {
  const state = mysqlStore.state(world, server);
  const session = state?.sessions[id];
  if (state !== undefined && session !== undefined)
    mysqlStore.setState(world, server, { ...state, sessions: { ...state.sessions, [id]: { ...session, ...change } } });
};

/** Stores the changes of a statement, which programs notice. */
export const keepData = ({ world, server, state }: MysqlTurn, data: MysqlData): void => {
  setKeptData(world, server, state, data);
  planSolve(world);
};
