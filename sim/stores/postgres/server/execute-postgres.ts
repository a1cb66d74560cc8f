import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import { printLines } from "../../../processes/process-output.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { SqlError } from "../../sql/sql-error.ts";
import { sessionOf, setSession, turnOf, wakeWaiting } from "./live-session.ts";
import { type PgServer, type PgSession, postgresStore } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { describeError, type PgMessage } from "./postgres-error.ts";
import { PgSleep } from "./postgres-functions.ts";
import { postgresLine } from "./postgres-log.ts";
import type { PgReply } from "./postgres-reply.ts";
import { deadlineOf, earliest } from "./statement-deadline.ts";
import { runStatement } from "./statements/run-statement.ts";
import { LockWait } from "./statements/take-lock.ts";

/** Lets a session's server carry out one statement. */
export const executePostgres = (world: World, server: StoreServer, pid: number, sql: string): PgReply => {
  const state = postgresStore.state(world, server);
  const session = state?.sessions[pid];
  if (state === undefined || session === undefined) return gone(state);
  const nowMs = world.nowMs();
  setSession(world, server, { ...session, state: "active", query: sql.trim().replace(/;$/, ";"), queryAtMs: nowMs, changedAtMs: nowMs });
  return attempt(world, server, pid, { sql, sinceMs: nowMs, wakeAtMs: undefined, slept: 0, waitsFor: undefined });
};

/** Continues a statement that had to wait. */
export const resumePostgres = (world: World, server: StoreServer, pid: number): PgReply => {
  const state = postgresStore.state(world, server);
  const session = state?.sessions[pid];
  if (state === undefined || session === undefined) return gone(state);
  const { pending } = session;
  if (pending === undefined)
    return { kind: "error", error: { severity: "ERROR", code: "57014", text: "canceling statement due to user request" } };
  const nowMs = world.nowMs();
  const isSleeping = pending.wakeAtMs !== undefined && pending.waitsFor === undefined;
  const deadline = deadlineOf(world, server, state, session);
  if (deadline !== undefined && nowMs >= deadline.atMs)
    return settle(world, server, pid, { kind: "error", error: { severity: "ERROR", code: "57014", text: deadline.why } });
  if (isSleeping && nowMs < (pending.wakeAtMs ?? 0)) return { kind: "wait", untilMs: earliest(pending.wakeAtMs, deadline?.atMs) };
  return attempt(world, server, pid, isSleeping ? { ...pending, slept: pending.slept + 1, wakeAtMs: undefined } : pending);
};

/** Closes a session from the client's side; its uncommitted changes are lost. */
export const closePostgres = (world: World, server: StoreServer, pid: number): void => {
  const state = postgresStore.state(world, server);
  if (state?.sessions[pid] === undefined) return;
  const { [pid]: _closed, ...sessions } = state.sessions;
  postgresStore.setState(world, server, { ...state, sessions });
  planSolve(world);
  wakeWaiting(world, server);
};

const gone = (state: PgServer | undefined): PgReply => ({
  kind: "gone",
  fatal: state === undefined ? "" : "terminating connection due to administrator command",
});

type Pending = NonNullable<PgSession["pending"]>;

const attempt = (world: World, server: StoreServer, pid: number, pending: Pending): PgReply => {
  const found = turnOf(world, server, pid);
  if (found === undefined) return gone(postgresStore.state(world, server));
  const turn: PgTurn = {
    ...found,
    session: { ...found.session, pending: pending.waitsFor === undefined ? undefined : pending },
    sleeps: { slept: 0, over: pending.slept },
  };
  try {
    return settle(world, server, pid, runStatement(turn, pending.sql));
  } catch (error) {
    if (error instanceof PgSleep) return pause(turn, { ...pending, wakeAtMs: world.nowMs() + error.ms, waitsFor: undefined });
    if (error instanceof LockWait) return pause(turn, { ...pending, waitsFor: error.lock, wakeAtMs: undefined });
    if (error instanceof SqlError) return settle(world, server, pid, { kind: "error", error: describeError(error) });
    throw error;
  }
};

const pause = ({ world, server, state, session }: PgTurn, pending: Pending): PgReply => {
  const now = sessionOf(world, server, session.pid) ?? session;
  const waiting = { ...now, pending };
  setSession(world, server, waiting);
  return { kind: "wait", untilMs: earliest(pending.wakeAtMs, deadlineOf(world, server, state, waiting)?.atMs) };
};

/** The session after its statement. */
const settle = (world: World, server: StoreServer, pid: number, reply: PgReply): PgReply => {
  const session = sessionOf(world, server, pid);
  if (session === undefined) return reply;
  const failed = reply.kind === "error" && session.transaction !== undefined;
  const transaction = failed && session.transaction !== undefined ? { ...session.transaction, isFailed: true } : session.transaction;
  const locks = transaction === undefined ? [] : session.locks;
  setSession(world, server, {
    ...session,
    pending: undefined,
    transaction,
    locks,
    changedAtMs: world.nowMs(),
    state: transaction === undefined ? "idle" : transaction.isFailed ? "idle in transaction (aborted)" : "idle in transaction",
  });
  if (reply.kind === "error") logError(world, server, session, reply.error);
  if (locks.length !== session.locks.length || session.transaction !== transaction) wakeWaiting(world, server);
  return reply;
};

const logError = (world: World, server: StoreServer, { pid, query }: PgSession, { severity, text, at, detail, hint }: PgMessage): void => {
  const line = (level: string, message: string): string => postgresLine(world.nowMs(), pid, level, message);
  const lines = [
    line(severity, at === undefined ? text : `${text} at character ${at + 1}`),
    ...(detail === undefined ? [] : [line("DETAIL", detail)]),
    ...(hint === undefined ? [] : [line("HINT", hint)]),
    line("STATEMENT", query),
  ];
  printLines(world, server.process, lines, "stderr");
};
