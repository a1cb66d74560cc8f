import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { TokenReader } from "../../sql/read-tokens.ts";
import { SqlError } from "../../sql/sql-error.ts";
import type { StorageFailure } from "../../tidb/server/tidb-data.ts";
import { keptData } from "./kept-data.ts";
import { editSession, keepData, turnOf } from "./live-session.ts";
import { mysqlStore } from "./mysql-data.ts";
import { describeMysqlError } from "./mysql-error.ts";
import type { MysqlReply } from "./mysql-reply.ts";
import type { MysqlTurn } from "./mysql-rights.ts";
import { MysqlSleep } from "./mysql-turn.ts";
import { runStatement } from "./statements/run-statement.ts";

/** Closes a session; its uncommitted changes are rolled back. */
export const closeMysql = (world: World, server: StoreServer, id: number): void => {
  const turn = turnOf(world, server, id, 0);
  if (turn?.session.before !== undefined) keepData(turn, { ...turn.data, schemas: turn.session.before });
  const state = mysqlStore.state(world, server);
  if (state === undefined) return;
  const { [id]: _closed, ...sessions } = state.sessions;
  mysqlStore.setState(world, server, { ...state, sessions });
};

/** Lets a session's server carry out one statement, or go on with the one that waits. */
export const executeMysql = (world: World, server: StoreServer, id: number, sql: string): MysqlReply => {
  const state = mysqlStore.state(world, server);
  const known = state?.sessions[id];
  if (state === undefined || known === undefined) return { kind: "gone" };
  const { pending } = known;
  if (pending !== undefined && world.nowMs() < pending.wakeAtMs) return { kind: "wait", untilMs: pending.wakeAtMs };
  const text = pending?.sql ?? sql;
  const slept = pending === undefined ? 0 : pending.slept + 1;
  editSession(world, server, id, {
    command: "Query",
    info: text.trim().replace(/;$/, ""),
    pending: undefined,
    ...(pending === undefined ? { changedAtMs: world.nowMs() } : {}),
  });
  const kept = keptData(world, server, state);
  if (!kept.ok) return stall(world, server, id, { ...kept.error, sql: text, isOver: pending !== undefined, slept });
  const turn = turnOf(world, server, id, slept) as MysqlTurn;
  try {
    const reply = runStatement(turn, new TokenReader(text, "mysql"));
    editSession(world, server, id, { command: "Sleep", changedAtMs: world.nowMs() });
    return reply;
  } catch (error) {
    if (error instanceof MysqlSleep) {
      const wakeAtMs = world.nowMs() + error.ms;
      editSession(world, server, id, { pending: { sql: text, wakeAtMs, slept } });
      return { kind: "wait", untilMs: wakeAtMs };
    }
    editSession(world, server, id, { command: "Sleep", changedAtMs: world.nowMs() });
    if (error instanceof SqlError) return { kind: "error", error: describeMysqlError(error, text, turn.state.version.product) };
    throw error;
  }
};

/** A statement that waits for the cluster behind its server, until the server gives it up. */
const stall = (
  world: World,
  server: StoreServer,
  id: number,
  { code, text, afterMs, sql, isOver, slept }: StorageFailure & { readonly sql: string; readonly isOver: boolean; readonly slept: number },
): MysqlReply => {
  if (isOver) {
    editSession(world, server, id, { command: "Sleep", changedAtMs: world.nowMs() });
    return { kind: "error", error: { code, state: "HY000", text } };
  }
  const wakeAtMs = world.nowMs() + afterMs;
  editSession(world, server, id, { pending: { sql, wakeAtMs, slept: slept - 1 } });
  return { kind: "wait", untilMs: wakeAtMs };
};
