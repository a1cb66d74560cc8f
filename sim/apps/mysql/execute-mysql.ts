import type { World } from "../../kernel/world.ts";
import { SIGNAL_TIMER, type SignalPlan } from "../process-keys.ts";
import { changeRows } from "../sql/change-rows.ts";
import { changeTables } from "../sql/change-tables.ts";
import { evaluate } from "../sql/evaluate.ts";
import { parseDefinition } from "../sql/parse-definition.ts";
import { parseData, readExpression } from "../sql/parse-query.ts";
import { TokenReader } from "../sql/read-tokens.ts";
import { runSelect } from "../sql/run-select.ts";
import { NO_SCOPE } from "../sql/scope.ts";
import { SqlError } from "../sql/sql-error.ts";
import type { DefinitionStatement } from "../sql/syntax.ts";
import type { QueryResult } from "../sql/tables.ts";
import type { ConnectionHome } from "../stores/connection-home.ts";
import type { StoreServer } from "../stores/server-state.ts";
import { changeAccounts } from "./account-statements.ts";
import {
  accountOf,
  type MysqlData,
  type MysqlSession,
  mysqlDataIn,
  mysqlFolder,
  mysqlState,
  setMysqlDataIn,
  setMysqlState,
} from "./mysql-data.ts";
import { describeMysqlError, type MysqlError, refuse } from "./mysql-error.ts";
import { accountOfSession, demandServer, demandTable, hasRight, liveMysqlSessions, type MysqlTurn, seesDatabase } from "./mysql-rights.ts";
import { showMysql } from "./mysql-shows.ts";
import { MysqlSleep, mysqlContext } from "./mysql-turn.ts";
import { isGlobalOnly, isReadOnlyVariable, normaliseVariable, variableOf } from "./mysql-variables.ts";

/** What a session gets for one statement. */
export type MysqlReply =
  | { readonly kind: "rows"; readonly result: QueryResult }
  | { readonly kind: "done"; readonly count: number; readonly info: string }
  | { readonly kind: "error"; readonly error: MysqlError }
  | { readonly kind: "wait"; readonly untilMs: number }
  /** The session was ended. */
  | { readonly kind: "gone" };

export interface MysqlLogin {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly home: ConnectionHome;
  readonly isLocal: boolean;
}

/** Opens a session, or says why not. */
export const openMysql = (
  world: World,
  server: StoreServer,
  login: MysqlLogin,
): { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: MysqlError } => {
  const state = mysqlState(world, server);
  const data = state === undefined ? undefined : mysqlDataIn(mysqlFolder(world, server, state));
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
    if (data.schemas[login.database] === undefined && !SYSTEM.has(login.database))
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
  setMysqlState(world, server, {
    ...state,
    lastId: id,
    sessions: { ...Object.fromEntries(live.map((one) => [one.id, one])), [id]: session },
  });
  return { ok: true, id };
};

const SYSTEM = new Set(["mysql", "information_schema", "performance_schema", "sys"]);

/** Closes a session; what it has not committed is undone. */
export const closeMysql = (world: World, server: StoreServer, id: number): void => {
  const turn = turnOf(world, server, id, 0);
  if (turn === undefined) return;
  if (turn.session.before !== undefined) keep(turn, { ...turn.data, schemas: turn.session.before });
  const { [id]: _closed, ...sessions } = turn.state.sessions;
  setMysqlState(world, server, { ...turn.state, sessions });
};

/** Lets a session's server carry out one statement, or go on with the one that waits. */
export const executeMysql = (world: World, server: StoreServer, id: number, sql: string): MysqlReply => {
  const known = mysqlState(world, server)?.sessions[id];
  if (known === undefined) return { kind: "gone" };
  const { pending } = known;
  if (pending !== undefined && world.nowMs() < pending.wakeAtMs) return { kind: "wait", untilMs: pending.wakeAtMs };
  const text = pending?.sql ?? sql;
  const slept = pending === undefined ? 0 : pending.slept + 1;
  edit(world, server, id, {
    command: "Query",
    info: text.trim().replace(/;$/, ""),
    pending: undefined,
    ...(pending === undefined ? { changedAtMs: world.nowMs() } : {}),
  });
  const turn = turnOf(world, server, id, slept) as MysqlTurn;
  try {
    const reply = run(turn, new TokenReader(text, "mysql"));
    edit(world, server, id, { command: "Sleep", changedAtMs: world.nowMs() });
    return reply;
  } catch (error) {
    if (error instanceof MysqlSleep) {
      const wakeAtMs = world.nowMs() + error.ms;
      edit(world, server, id, { pending: { sql: text, wakeAtMs, slept } });
      return { kind: "wait", untilMs: wakeAtMs };
    }
    edit(world, server, id, { command: "Sleep", changedAtMs: world.nowMs() });
    if (error instanceof SqlError) return { kind: "error", error: describeMysqlError(error, text, turn.state.version.product) };
    throw error;
  }
};

const turnOf = (world: World, server: StoreServer, id: number, over: number): MysqlTurn | undefined => {
  const state = mysqlState(world, server);
  const session = state?.sessions[id];
  const data = state === undefined ? undefined : mysqlDataIn(mysqlFolder(world, server, state));
  return state === undefined || session === undefined || data === undefined
    ? undefined
    : { world, server, state, data, session, sleeps: { slept: 0, over } };
};

const edit = (world: World, server: StoreServer, id: number, change: Partial<MysqlSession>): void => {
  const state = mysqlState(world, server);
  const session = state?.sessions[id];
  if (state !== undefined && session !== undefined)
    setMysqlState(world, server, { ...state, sessions: { ...state.sessions, [id]: { ...session, ...change } } });
};

const keep = ({ world, server, state }: MysqlTurn, data: MysqlData): void => setMysqlDataIn(mysqlFolder(world, server, state), data);

const done = (count = 0, info = ""): MysqlReply => ({ kind: "done", count, info });

const run = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  const control = runControl(turn, reader);
  if (control !== undefined) return control;
  const shown = showMysql(turn, reader);
  if (shown !== undefined) return { kind: "rows", result: shown };
  const data = parseData(reader);
  if (data !== undefined) {
    reader.expectEnd();
    if (data.kind === "select") return { kind: "rows", result: runSelect(mysqlContext(turn), data) };
    demandWritable(turn);
    const change = changeRows(mysqlContext(turn), data);
    keep(turn, { ...turn.data, schemas: change.schemas });
    return done(change.count, data.kind === "update" ? `Rows matched: ${change.matched}  Changed: ${change.count}  Warnings: 0` : "");
  }
  const database = changeDatabases(turn, reader);
  if (database !== undefined) return database;
  const definition = parseDefinition(reader);
  if (definition !== undefined) {
    reader.expectEnd();
    return define(turn, definition);
  }
  const accounts = changeAccounts(turn, reader);
  if (accounts === undefined) throw reader.error();
  demandWritable(turn);
  keep(turn, accounts);
  return done();
};

/** A server may be told to take no writes, from nobody or from nobody but its administrators. */
const demandWritable = (turn: MysqlTurn): void => {
  const isOn = (name: string) => variableOf(turn.state, turn.data, name) === "ON";
  const isSuper = hasRight(accountOfSession(turn), "SUPER");
  if (isOn("super_read_only"))
    throw refuse(1290, "HY000", "The MySQL server is running with the --super-read-only option so it cannot execute this statement");
  if (isOn("read_only") && !isSuper)
    throw refuse(1290, "HY000", "The MySQL server is running with the --read-only option so it cannot execute this statement");
};

const define = (turn: MysqlTurn, statement: DefinitionStatement): MysqlReply => {
  demandWritable(turn);
  const [right, names] = rightFor(statement);
  for (const parts of names) {
    const [name = "", database = turn.session.database] = [...parts].reverse();
    if (database !== "") demandTable(turn, right, database, name);
  }
  const { schemas } = changeTables(mysqlContext(turn), statement, turn.session.account);
  keep(turn, { ...turn.data, schemas });
  edit(turn.world, turn.server, turn.session.id, { before: undefined });
  return done();
};

const rightFor = (statement: DefinitionStatement): readonly [string, readonly (readonly string[])[]] => {
  switch (statement.kind) {
    case "create-table":
      return ["CREATE", [statement.name.parts]];
    case "create-index":
      return ["INDEX", [statement.table.parts]];
    case "alter-table":
      return ["ALTER", [statement.table.parts]];
    case "truncate":
      return ["DROP", statement.tables.map(({ parts }) => parts)];
    case "drop":
      return [
        "DROP",
        statement.what === "index" && statement.on !== undefined ? [statement.on.parts] : statement.names.map(({ parts }) => parts),
      ];
    case "create-schema":
      return ["CREATE", []];
  }
};

const changeDatabases = (turn: MysqlTurn, reader: TokenReader): MysqlReply | undefined => {
  const isCreate = reader.isWord("create");
  if ((!isCreate && !reader.isWord("drop")) || !["database", "schema"].includes(reader.peek(1).text)) return undefined;
  reader.next();
  reader.next();
  const exists = isCreate ? reader.takeWord("if", "not", "exists") : reader.takeWord("if", "exists");
  const name = reader.name();
  while (isCreate && !reader.isAtEnd) {
    const word = reader.next();
    if (word.kind !== "word" && word.text !== "=") throw reader.error(word);
  }
  reader.expectEnd();
  demandWritable(turn);
  if (!hasRight(accountOfSession(turn), isCreate ? "CREATE" : "DROP", name))
    throw refuse(
      1044,
      "42000",
      `Access denied for user '${turn.session.user}'@'${turn.session.account.split("@")[1]}' to database '${name}'`,
    );
  const known = turn.data.schemas[name];
  if (isCreate) {
    if (known !== undefined || SYSTEM.has(name)) {
      if (exists) return done(1);
      throw refuse(1007, "HY000", `Can't create database '${name}'; database exists`);
    }
    keep(turn, { ...turn.data, schemas: { ...turn.data.schemas, [name]: { owner: "", tables: {}, rights: {} } } });
    return done(1);
  }
  if (known === undefined) {
    if (exists) return done();
    throw refuse(1008, "HY000", `Can't drop database '${name}'; database doesn't exist`);
  }
  const { [name]: _gone, ...schemas } = turn.data.schemas;
  keep(turn, { ...turn.data, schemas });
  if (turn.session.database === name) edit(turn.world, turn.server, turn.session.id, { database: "" });
  return done(Object.keys(known.tables).length);
};

const runControl = (turn: MysqlTurn, reader: TokenReader): MysqlReply | undefined => {
  const { world, server, session, data } = turn;
  if (reader.takeWord("use")) {
    const database = reader.name();
    reader.expectEnd();
    if (!SYSTEM.has(database) && !seesDatabase(accountOfSession(turn), database))
      throw refuse(1044, "42000", `Access denied for user '${session.user}'@'${session.account.split("@")[1]}' to database '${database}'`);
    if (!SYSTEM.has(database) && data.schemas[database] === undefined) throw refuse(1049, "42000", `Unknown database '${database}'`);
    edit(world, server, session.id, { database });
    return done();
  }
  if (reader.takeWord("begin") || reader.takeWord("start", "transaction")) {
    while (!reader.isAtEnd) reader.next();
    edit(world, server, session.id, { before: data.schemas });
    return done();
  }
  const end = reader.takeOneOf("commit", "rollback");
  if (end !== undefined) {
    reader.expectEnd();
    if (end === "rollback" && session.before !== undefined) keep(turn, { ...data, schemas: session.before });
    edit(world, server, session.id, { before: undefined });
    return done();
  }
  if (reader.takeWord("kill")) return kill(turn, reader);
  if (reader.isWord("set") && !reader.isWord("set", "password")) return set(turn, reader);
  return undefined;
};

const kill = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  const { world, server, state, session } = turn;
  const isQuery = reader.takeWord("query");
  if (!isQuery) reader.takeWord("connection");
  const id = reader.integer();
  reader.expectEnd();
  const found = liveMysqlSessions(world, state).find((other) => other.id === id);
  if (found === undefined) throw refuse(1094, "HY000", `Unknown thread id: ${id}`);
  if (found.user !== session.user) demandServer(turn, "SUPER", "SUPER or CONNECTION_ADMIN");
  if (isQuery) edit(world, server, id, { pending: undefined });
  else {
    const { [id]: _gone, ...sessions } = mysqlState(world, server)?.sessions ?? {};
    setMysqlState(world, server, { ...state, sessions });
  }
  const { key, startedAtMs, pid } = found.home;
  if (id !== session.id)
    world.setTimer(SIGNAL_TIMER, `${key} #${pid}`, world.nowMs(), { key, startedAtMs, pid, name: "USR1" } satisfies SignalPlan);
  return done();
};

const set = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  reader.expectWord("set");
  if (reader.takeWord("names") || reader.takeWord("character", "set")) {
    reader.next();
    reader.expectEnd();
    return done();
  }
  reader.list(() => setOne(turn, reader));
  reader.expectEnd();
  return done();
};

const setOne = (turn: MysqlTurn, reader: TokenReader): void => {
  const { world, server, session } = turn;
  const state = mysqlState(world, server) ?? turn.state;
  let scope: string | undefined = reader.takeOneOf("global", "session", "persist", "local");
  let name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (name.startsWith("@@")) {
    scope = /^@@(global|session|persist|local)\./.exec(name)?.[1] ?? scope;
    name = name.replace(/^@@((global|session|persist|local)\.)?/, "");
  } else if (name.startsWith("@")) {
    if (!reader.takeSign("=")) reader.expectSign(":=");
    readExpression(reader);
    return;
  }
  if (!reader.takeSign("=")) reader.expectSign(":=");
  const word = reader.peek();
  const isBare = word.kind === "word" && (reader.peek(1).kind === "end" || [",", ";"].includes(reader.peek(1).text));
  const value = isBare ? reader.next().text : `${evaluate(mysqlContext(turn), NO_SCOPE, readExpression(reader), runSelect).value}`;
  if (variableOf(state, turn.data, name) === undefined) throw refuse(1193, "HY000", `Unknown system variable '${name}'`);
  if (isReadOnlyVariable(name)) throw refuse(1238, "HY000", `Variable '${name}' is a read only variable`);
  const isGlobal = scope === "global" || scope === "persist";
  if (!isGlobal && isGlobalOnly(name))
    throw refuse(1229, "HY000", `Variable '${name}' is a GLOBAL variable and should be set with SET GLOBAL`);
  const normal = normaliseVariable(name, value === "true" ? "ON" : value === "false" ? "OFF" : value);
  if (normal === undefined)
    throw /^\d+$/.test(variableOf(state, turn.data, name) ?? "")
      ? refuse(1232, "42000", `Incorrect argument type to variable '${name}'`)
      : refuse(1231, "42000", `Variable '${name}' can't be set to the value of '${value}'`);
  if (!isGlobal) return edit(world, server, session.id, { variables: { ...session.variables, [name]: normal } });
  demandServer(turn, "SUPER", "SUPER or SYSTEM_VARIABLES_ADMIN");
  // To shut everybody out means to shut the others out too, and the other way round.
  const also =
    name === "super_read_only" && normal === "ON"
      ? { read_only: "ON" }
      : name === "read_only" && normal === "OFF"
        ? { super_read_only: "OFF" }
        : {};
  setMysqlState(world, server, { ...state, variables: { ...state.variables, ...also, [name]: normal } });
  if (scope === "persist") keep(turn, { ...turn.data, persisted: { ...turn.data.persisted, [name]: normal } });
};
