import type { World } from "../../kernel/world.ts";
import { SIGNAL_TIMER, type SignalPlan } from "../process-keys.ts";
import { printLines } from "../process-output.ts";
import { changeRows } from "../sql/change-rows.ts";
import { changeTables } from "../sql/change-tables.ts";
import { parseDefinition } from "../sql/parse-definition.ts";
import { parseData } from "../sql/parse-query.ts";
import { TokenReader } from "../sql/read-tokens.ts";
import { findTable, runSelect } from "../sql/run-select.ts";
import { SqlError } from "../sql/sql-error.ts";
import type { DataStatement, DefinitionStatement, FromItem } from "../sql/syntax.ts";
import type { QueryResult, Schemas } from "../sql/tables.ts";
import type { StoreServer } from "../stores/server-state.ts";
import {
  clusterIn,
  folderOfServer,
  type PgCluster,
  type PgLock,
  type PgLockMode,
  type PgServer,
  type PgSession,
  type PgTransaction,
  postgresState,
  setClusterIn,
  setPostgresState,
} from "./postgres-cluster.ts";
import { contextOf, demandSchema, owns, type PgTurn, searchPath } from "./postgres-context.ts";
import { describeError, type PgMessage, refuse } from "./postgres-error.ts";
import { PgSleep } from "./postgres-functions.ts";
import { blockersOf, LOCK_MODES, liveSessions, withLock } from "./postgres-locks.ts";
import { postgresLine } from "./postgres-log.ts";
import { isFixed, isSetting, needsRestart, settingMs, settingNames, settingOf } from "./postgres-settings.ts";
import { changeCluster, readValue } from "./role-statements.ts";
import { readHba } from "./sign-in.ts";

/** What a session gets for one statement. */
export type PgReply =
  | { readonly kind: "done"; readonly tag: string; readonly result?: QueryResult; readonly notices: readonly PgMessage[] }
  | { readonly kind: "error"; readonly error: PgMessage }
  /** The statement goes on later, at the latest at an instant. */
  | { readonly kind: "wait"; readonly untilMs: number | undefined }
  /** The session was ended. */
  | { readonly kind: "gone"; readonly fatal: string };

/** Lets a session's server carry out one statement. */
export const executePostgres = (world: World, server: StoreServer, pid: number, sql: string): PgReply => {
  const state = postgresState(world, server);
  const session = state?.sessions[pid];
  if (state === undefined || session === undefined) return gone(state);
  const nowMs = world.nowMs();
  setSession(world, server, { ...session, state: "active", query: sql.trim().replace(/;$/, ";"), queryAtMs: nowMs, changedAtMs: nowMs });
  return attempt(world, server, pid, { sql, sinceMs: nowMs, wakeAtMs: undefined, slept: 0, waitsFor: undefined });
};

/** Goes on with a statement that had to wait. */
export const resumePostgres = (world: World, server: StoreServer, pid: number): PgReply => {
  const state = postgresState(world, server);
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

/** Closes a session from the client's side; what it has not committed is lost. */
export const closePostgres = (world: World, server: StoreServer, pid: number): void => {
  const state = postgresState(world, server);
  if (state?.sessions[pid] === undefined) return;
  const { [pid]: _closed, ...sessions } = state.sessions;
  setPostgresState(world, server, { ...state, sessions });
  wakeWaiting(world, server);
};

/** The session as it is now. */
export const sessionOf = (world: World, server: StoreServer, pid: number): PgSession | undefined =>
  postgresState(world, server)?.sessions[pid];

/** The turn of a session that looks around without a statement, as `psql` does for its own commands. */
export const turnOf = (world: World, server: StoreServer, pid: number): PgTurn | undefined => {
  const state = postgresState(world, server);
  const session = state?.sessions[pid];
  const cluster = state === undefined ? undefined : clusterIn(folderOfServer(world, server, state));
  if (state === undefined || session === undefined || cluster === undefined) return undefined;
  const schemas = session.transaction?.schemas ?? cluster.databases[session.database]?.schemas ?? {};
  return { world, server, state, cluster, session, schemas, sleeps: { slept: 0, over: 0 }, effects: [] };
};

const gone = (state: PgServer | undefined): PgReply => ({
  kind: "gone",
  fatal: state === undefined ? "" : "terminating connection due to administrator command",
});

const setSession = (world: World, server: StoreServer, session: PgSession): void => {
  const state = postgresState(world, server);
  if (state !== undefined) setPostgresState(world, server, { ...state, sessions: { ...state.sessions, [session.pid]: session } });
};

type Pending = NonNullable<PgSession["pending"]>;

const attempt = (world: World, server: StoreServer, pid: number, pending: Pending): PgReply => {
  const found = turnOf(world, server, pid);
  if (found === undefined) return gone(postgresState(world, server));
  const turn: PgTurn = {
    ...found,
    session: { ...found.session, pending: pending.waitsFor === undefined ? undefined : pending },
    sleeps: { slept: 0, over: pending.slept },
  };
  try {
    return settle(world, server, pid, run(turn, pending));
  } catch (error) {
    if (error instanceof PgSleep) return pause(turn, { ...pending, wakeAtMs: world.nowMs() + error.ms, waitsFor: undefined });
    if (error instanceof LockWait) return pause(turn, { ...pending, waitsFor: error.lock, wakeAtMs: undefined });
    if (error instanceof SqlError) return settle(world, server, pid, { kind: "error", error: describeError(error) });
    throw error;
  }
};

/** Says that a lock cannot be had yet. */
class LockWait extends Error {
  readonly lock: PgLock;

  constructor(lock: PgLock) {
    super("lock");
    this.lock = lock;
  }
}

const pause = ({ world, server, state, session }: PgTurn, pending: Pending): PgReply => {
  const now = sessionOf(world, server, session.pid) ?? session;
  const waiting = { ...now, pending };
  setSession(world, server, waiting);
  return { kind: "wait", untilMs: earliest(pending.wakeAtMs, deadlineOf(world, server, state, waiting)?.atMs) };
};

const earliest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one, other);

const deadlineOf = (
  world: World,
  server: StoreServer,
  state: PgServer,
  session: PgSession,
): { readonly atMs: number; readonly why: string } | undefined => {
  const cluster = clusterIn(folderOfServer(world, server, state));
  if (cluster === undefined || session.pending === undefined) return undefined;
  const limit = (name: string) => settingMs(settingOf(state, cluster, name, session) ?? "0");
  const [statement, lock] = [limit("statement_timeout"), session.pending.waitsFor === undefined ? 0 : limit("lock_timeout")];
  const atMs = earliest(
    statement === 0 ? undefined : session.queryAtMs + statement,
    lock === 0 ? undefined : session.pending.sinceMs + lock,
  );
  if (atMs === undefined) return undefined;
  return {
    atMs,
    why:
      lock !== 0 && atMs === session.pending.sinceMs + lock
        ? "canceling statement due to lock timeout"
        : "canceling statement due to statement timeout",
  };
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
  if (reply.kind === "error")
    printLines(
      world,
      server.process,
      [
        postgresLine(
          world.nowMs(),
          pid,
          reply.error.severity,
          `${reply.error.text}${reply.error.at === undefined ? "" : ` at character ${reply.error.at + 1}`}`,
        ),
        ...(reply.error.detail === undefined ? [] : [postgresLine(world.nowMs(), pid, "DETAIL", reply.error.detail)]),
        ...(reply.error.hint === undefined ? [] : [postgresLine(world.nowMs(), pid, "HINT", reply.error.hint)]),
        postgresLine(world.nowMs(), pid, "STATEMENT", session.query),
      ],
      "stderr",
    );
  if (locks.length !== session.locks.length || session.transaction !== transaction) wakeWaiting(world, server);
  return reply;
};

/** Whoever waits for a lock looks again. */
const wakeWaiting = (world: World, server: StoreServer): void => {
  const state = postgresState(world, server);
  if (state === undefined) return;
  for (const { home, pending } of liveSessions(world, state)) if (pending?.waitsFor !== undefined) wake(world, home);
};

const wake = (world: World, { key, startedAtMs, pid }: PgSession["home"]): void =>
  world.setTimer(SIGNAL_TIMER, `${key} #${pid}`, world.nowMs(), { key, startedAtMs, pid, name: "USR1" } satisfies SignalPlan);

const notice = (text: string): PgMessage => ({ severity: "NOTICE", code: "00000", text });
const done = (tag: string, notices: readonly PgMessage[] = []): PgReply => ({ kind: "done", tag, notices });
const answer = (tag: string, result: QueryResult): PgReply => ({ kind: "done", tag, result, notices: [] });

const run = (turn: PgTurn, pending: Pending): PgReply => {
  const reader = new TokenReader(pending.sql, "postgres");
  const isOver = reader.isWord("commit") || reader.isWord("rollback") || reader.isWord("end") || reader.isWord("abort");
  if (turn.session.transaction?.isFailed === true && !isOver)
    throw refuse("25P02", "current transaction is aborted, commands ignored until end of transaction block");
  const control = runControl(turn, reader);
  if (control !== undefined) return control;
  if (reader.isWord("table") || reader.isWord("values")) throw reader.error();
  const data = parseData(reader);
  if (data !== undefined) {
    reader.expectEnd();
    return runData(turn, data);
  }
  const definition = parseDefinition(reader);
  if (definition !== undefined) {
    reader.expectEnd();
    return runDefinition(turn, definition);
  }
  const changed = changeCluster(turn, reader);
  if (changed === undefined) throw reader.error();
  demandWritable(turn, changed.tag.replace(/^(GRANT|REVOKE) ROLE$/, "$1"));
  commitCluster(turn, changed.cluster);
  applyEffects(turn);
  return done(changed.tag, (changed.notices ?? []).map(notice));
};

/** Transactions, settings and the rest that touches no table. */
const runControl = (turn: PgTurn, reader: TokenReader): PgReply | undefined => {
  if (reader.takeWord("begin") || reader.takeWord("start", "transaction")) return begin(turn, reader);
  if (reader.takeWord("commit") || reader.takeWord("end")) return finish(turn, reader, true);
  if (reader.takeWord("rollback") || reader.takeWord("abort")) return finish(turn, reader, false);
  if (reader.takeWord("show")) return show(turn, reader);
  if (reader.takeWord("set")) return set(turn, reader);
  if (reader.takeWord("reset")) return reset(turn, reader);
  if (reader.takeWord("lock")) return lockTables(turn, reader);
  const upkeep = reader.takeOneOf("vacuum", "analyze", "reindex", "checkpoint", "discard");
  if (upkeep === undefined) return undefined;
  return maintain(turn, reader, upkeep);
};

const begin = (turn: PgTurn, reader: TokenReader): PgReply => {
  reader.takeOneOf("work", "transaction");
  const isReadOnly = reader.takeWord("read", "only");
  reader.expectEnd();
  const { session, world, server, schemas } = turn;
  if (session.transaction !== undefined)
    return done("BEGIN", [{ severity: "WARNING", code: "25001", text: "there is already a transaction in progress" }]);
  const transaction: PgTransaction = { startedAtMs: world.nowMs(), isFailed: false, isReadOnly, base: schemas, schemas, touched: {} };
  setSession(world, server, { ...session, transaction });
  return done("BEGIN");
};

const finish = (turn: PgTurn, reader: TokenReader, commits: boolean): PgReply => {
  reader.takeOneOf("work", "transaction");
  reader.expectEnd();
  const { session, world, server } = turn;
  const { transaction } = session;
  const tag = commits && transaction?.isFailed !== true ? "COMMIT" : "ROLLBACK";
  if (transaction === undefined) return done(tag, [{ severity: "WARNING", code: "25P01", text: "there is no transaction in progress" }]);
  setSession(world, server, { ...session, transaction: undefined, locks: [] });
  wakeWaiting(world, server);
  if (tag === "COMMIT") commitSchemas({ ...turn, session: { ...session, transaction: undefined } }, mergeTransaction(turn, transaction));
  return done(tag);
};

/** What the transaction has changed, put into the tables as they are by now. */
const mergeTransaction = ({ cluster, session }: PgTurn, { base, schemas }: PgTransaction): Schemas => {
  const now = cluster.databases[session.database]?.schemas ?? {};
  const merged: Record<string, Schemas[string]> = { ...now };
  for (const name of Object.keys(base)) if (schemas[name] === undefined) delete merged[name];
  for (const [name, schema] of Object.entries(schemas)) {
    const [before, current] = [base[name], merged[name]];
    if (schema === before) continue;
    if (before === undefined || current === undefined) {
      merged[name] = schema;
      continue;
    }
    const tables: Record<string, Schemas[string]["tables"][string]> = { ...current.tables };
    for (const table of Object.keys(before.tables)) if (schema.tables[table] === undefined) delete tables[table];
    for (const [table, own] of Object.entries(schema.tables))
      if (own !== before.tables[table]) tables[table] = mergeTable(before.tables[table], own, current.tables[table]);
    merged[name] = { ...(schema.rights === before.rights ? current : schema), tables };
  }
  return merged;
};

type Table = Schemas[string]["tables"][string];

const mergeTable = (base: Table | undefined, own: Table, current: Table | undefined): Table => {
  if (base === undefined || current === undefined || current === base || own.columns !== base.columns) return own;
  const before = new Map(base.rows.map((row) => [row.id, row]));
  const mine = new Map(own.rows.map((row) => [row.id, row]));
  const kept = current.rows
    .filter(({ id }) => !before.has(id) || mine.has(id))
    .map((row) => (before.get(row.id) === mine.get(row.id) ? row : (mine.get(row.id) ?? row)));
  const added = own.rows.filter(({ id }) => !before.has(id)).map((row, index) => ({ ...row, id: current.nextRow + index }));
  return {
    ...current,
    rows: [...kept, ...added],
    nextRow: current.nextRow + added.length,
    nextSerial: Math.max(current.nextSerial, own.nextSerial),
  };
};

const commitCluster = ({ world, server, state }: PgTurn, cluster: PgCluster): void =>
  setClusterIn(folderOfServer(world, server, state), cluster);

const commitSchemas = (turn: PgTurn, schemas: Schemas): void => {
  const { session, cluster, world, server } = turn;
  if (session.transaction !== undefined) {
    const current = sessionOf(world, server, session.pid) ?? session;
    setSession(world, server, { ...current, transaction: { ...session.transaction, schemas } });
    return;
  }
  const database = cluster.databases[session.database];
  if (database !== undefined && database.schemas !== schemas)
    commitCluster(turn, { ...cluster, databases: { ...cluster.databases, [session.database]: { ...database, schemas } } });
};

/** Takes a lock for the rest of the transaction, or waits for it. */
const lock = (turn: PgTurn, relation: string, mode: PgLockMode): void => {
  const { world, server, state, session } = turn;
  const wanted = { relation, mode };
  const own = sessionOf(world, server, session.pid) ?? session;
  if (blockersOf(world, state, { ...own, pending: session.pending }, wanted).length > 0) throw new LockWait(wanted);
  setSession(world, server, { ...own, locks: withLock(own.locks, wanted) });
};

/** Rows that another transaction has changed and not yet committed have to be waited for. */
const waitForRows = (turn: PgTurn, place: string, touched: readonly number[]): void => {
  const { world, state, session } = turn;
  for (const other of liveSessions(world, state)) {
    if (other.pid === session.pid || other.database !== session.database) continue;
    const held = other.transaction?.touched[place];
    if (held?.some((id) => touched.includes(id)) === true) throw new LockWait({ relation: `${place}#${other.pid}`, mode: "ShareLock" });
  }
};

const tablesIn = (from: FromItem | undefined): readonly Extract<FromItem, { readonly kind: "table" }>[] => {
  if (from === undefined) return [];
  if (from.kind === "join") return [...tablesIn(from.left), ...tablesIn(from.right)];
  if (from.kind === "query") return tablesIn(from.query.from);
  return from.kind === "table" ? [from] : [];
};

const runData = (turn: PgTurn, statement: DataStatement): PgReply => {
  const context = contextOf(turn);
  if (statement.kind === "select") {
    for (const { name } of tablesIn(statement.from)) {
      const [own = "", schema] = [name.parts.at(-1), name.parts.at(-2)];
      if (context.systemTable(schema, own) !== undefined) continue;
      const place = findTable(context, name);
      context.demand("SELECT", place.schema, place.name);
      lock(turn, `${place.schema}.${place.name}`, statement.isForUpdate ? "RowShareLock" : "AccessShareLock");
    }
    const result = runSelect(context, statement);
    applyEffects(turn);
    return answer(`SELECT ${result.rows.length}`, result);
  }
  demandWritable(turn, statement.kind.toUpperCase());
  const change = changeRows(context, statement);
  const place = `${change.place.schema}.${change.place.name}`;
  lock(turn, place, "RowExclusiveLock");
  waitForRows(turn, place, change.touched);
  const { transaction } = turn.session;
  const touched =
    transaction === undefined ? undefined : { ...transaction.touched, [place]: [...(transaction.touched[place] ?? []), ...change.touched] };
  commitSchemas(
    transaction === undefined || touched === undefined
      ? turn
      : { ...turn, session: { ...turn.session, transaction: { ...transaction, touched } } },
    change.schemas,
  );
  const tag = statement.kind === "insert" ? `INSERT 0 ${change.count}` : `${statement.kind.toUpperCase()} ${change.count}`;
  return change.returned === undefined ? done(tag) : answer(tag, change.returned);
};

const demandWritable = ({ state, cluster, session }: PgTurn, what: string): void => {
  const isReadOnly =
    session.transaction?.isReadOnly === true ||
    settingOf(state, cluster, "default_transaction_read_only", session) === "on" ||
    session.settings["transaction_read_only"] === "on";
  if (isReadOnly && what !== "ALTER SYSTEM") throw refuse("25006", `cannot execute ${what} in a read-only transaction`);
};

const TAGS: Readonly<Record<DefinitionStatement["kind"], string>> = {
  "create-table": "CREATE TABLE",
  "create-index": "CREATE INDEX",
  "alter-table": "ALTER TABLE",
  drop: "DROP",
  "create-schema": "CREATE SCHEMA",
  truncate: "TRUNCATE TABLE",
};

const runDefinition = (turn: PgTurn, statement: DefinitionStatement): PgReply => {
  const tag =
    statement.kind === "drop"
      ? `DROP ${statement.what.toUpperCase()}`
      : statement.kind === "create-table" && statement.query !== undefined
        ? "SELECT"
        : TAGS[statement.kind];
  demandWritable(turn, tag);
  const context = contextOf(turn);
  demandOwner(turn, statement);
  const { schemas, notices, changed } = changeTables(context, statement, turn.session.user);
  for (const relation of changed) lock(turn, relation, statement.kind === "create-index" ? "ShareLock" : "AccessExclusiveLock");
  commitSchemas(turn, statement.kind === "create-table" ? withDefaults(turn, schemas, changed) : schemas);
  return done(tag.replace(/ TABLE$/, statement.kind === "truncate" ? " TABLE" : " TABLE"), notices.map(notice));
};

/** New tables get the rights that were said to be theirs. */
const withDefaults = ({ cluster, session }: PgTurn, schemas: Schemas, changed: readonly string[]): Schemas => {
  const defaults = cluster.databases[session.database]?.defaults ?? {};
  let next = schemas;
  for (const relation of changed) {
    const [schema = "", name = ""] = relation.split(".");
    const [home, rights] = [next[schema], { ...defaults[""], ...defaults[schema] }];
    const table = home?.tables[name];
    if (home !== undefined && table !== undefined && Object.keys(rights).length > 0)
      next = { ...next, [schema]: { ...home, tables: { ...home.tables, [name]: { ...table, rights } } } };
  }
  return next;
};

const demandOwner = (turn: PgTurn, statement: DefinitionStatement): void => {
  if (statement.kind === "create-table") {
    const schema = statement.name.parts.at(-2) ?? searchPath(turn)[0];
    if (schema !== undefined) demandSchema(turn, schema, "CREATE");
    return;
  }
  if (statement.kind === "create-schema") {
    const { cluster, session } = turn;
    const mayCreate =
      owns(turn, cluster.databases[session.database]?.owner ?? "") ||
      (cluster.databases[session.database]?.rights[session.user] ?? []).includes("CREATE");
    if (!mayCreate) throw refuse("42501", `permission denied for database ${session.database}`);
    return;
  }
  if (statement.kind === "drop" && statement.what !== "table") return;
  const names = statement.kind === "drop" ? statement.names : statement.kind === "truncate" ? [] : [statement.table];
  for (const { parts } of names) {
    const [name = "", given] = [parts.at(-1), parts.at(-2)];
    const schema = given ?? searchPath(turn).find((candidate) => turn.schemas[candidate]?.tables[name] !== undefined);
    const table = schema === undefined ? undefined : turn.schemas[schema]?.tables[name];
    if (table !== undefined && !owns(turn, table.owner)) throw refuse("42501", `must be owner of table ${name}`);
  }
};

const show = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { state, cluster, session } = turn;
  if (reader.takeWord("all")) {
    reader.expectEnd();
    const rows = settingNames().map((name) => [name, settingOf(state, cluster, name, session) ?? "", ""]);
    return answer("SHOW", { columns: ["name", "setting", "description"].map((name) => ({ name, type: "text" })), rows });
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  reader.expectEnd();
  const value = settingOf(state, cluster, name, session);
  if (value === undefined) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  return answer("SHOW", { columns: [{ name, type: "text" }], rows: [[value]] });
};

const set = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { session, world, server, cluster } = turn;
  reader.takeOneOf("session", "local");
  if (reader.takeWord("role")) {
    const name = reader.takeWord("none") ? session.sessionUser : reader.name();
    reader.expectEnd();
    if (cluster.roles[name] === undefined) throw refuse("22023", `role "${name}" does not exist`);
    setSession(world, server, { ...session, user: name });
    return done("SET");
  }
  if (reader.takeWord("transaction")) {
    const isReadOnly = reader.takeWord("read", "only");
    if (!isReadOnly) reader.expectWord("read", "write");
    reader.expectEnd();
    if (session.transaction !== undefined) setSession(world, server, { ...session, transaction: { ...session.transaction, isReadOnly } });
    return done("SET");
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (!isSetting(name)) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  const value = readValue(reader, name);
  reader.expectEnd();
  if (isFixed(name)) throw refuse("55P02", `parameter "${name}" cannot be changed`);
  if (needsRestart(name)) throw refuse("55P02", `parameter "${name}" cannot be changed without restarting the server`);
  const { [name]: _before, ...others } = session.settings;
  setSession(world, server, { ...session, settings: value === undefined ? others : { ...others, [name]: value } });
  return done("SET");
};

const reset = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { session, world, server } = turn;
  const name = reader.takeWord("all") ? undefined : reader.qualifiedName().parts.join(".").toLowerCase();
  reader.expectEnd();
  const { [name ?? ""]: _before, ...others } = session.settings;
  setSession(world, server, {
    ...session,
    user: name === "role" ? session.sessionUser : session.user,
    settings: name === undefined ? {} : others,
  });
  return done("RESET");
};

const lockTables = (turn: PgTurn, reader: TokenReader): PgReply => {
  reader.takeWord("table");
  reader.takeWord("only");
  const names = reader.list(() => reader.qualifiedName());
  let mode: PgLockMode = "AccessExclusiveLock";
  if (reader.takeWord("in")) {
    const words: string[] = [];
    while (!reader.isWord("mode") && !reader.isAtEnd) words.push(reader.next().text);
    reader.expectWord("mode");
    const known = LOCK_MODES[words.join(" ")];
    if (known === undefined) throw reader.error();
    mode = known;
  }
  const isImpatient = reader.takeWord("nowait");
  reader.expectEnd();
  if (turn.session.transaction === undefined) throw refuse("25P01", "LOCK TABLE can only be used in transaction blocks");
  for (const name of names) {
    const place = findTable(contextOf(turn), name);
    try {
      lock(turn, `${place.schema}.${place.name}`, mode);
    } catch (error) {
      if (isImpatient && error instanceof LockWait) throw refuse("55P03", `could not obtain lock on relation "${place.name}"`);
      throw error;
    }
  }
  return done("LOCK TABLE");
};

const maintain = (turn: PgTurn, reader: TokenReader, what: string): PgReply => {
  if (reader.isSign("(")) reader.bracketed(() => reader.next());
  while (reader.takeOneOf("full", "verbose", "analyze", "freeze", "table", "index", "all") !== undefined);
  while (!reader.isAtEnd) findTable(contextOf(turn), reader.qualifiedName());
  reader.expectEnd();
  if (what === "vacuum" && turn.session.transaction !== undefined) throw refuse("25001", "VACUUM cannot run inside a transaction block");
  return done(what === "discard" ? "DISCARD ALL" : what.toUpperCase());
};

/** Ends sessions, stops their statements, reads files again. */
const applyEffects = ({ world, server, session, effects }: PgTurn): void => {
  for (const { kind, pid } of effects) {
    const state = postgresState(world, server);
    if (state === undefined) return;
    const target = state.sessions[pid];
    if (kind === "reload") {
      printLines(
        world,
        server.process,
        [postgresLine(world.nowMs(), 1, "LOG", "received SIGHUP, reloading configuration files")],
        "stderr",
      );
      setPostgresState(world, server, { ...state, hba: readHba(world, server, state) });
    } else if (target !== undefined && kind === "terminate") {
      const { [pid]: _gone, ...sessions } = state.sessions;
      setPostgresState(world, server, { ...state, sessions });
      printLines(
        world,
        server.process,
        [postgresLine(world.nowMs(), pid, "FATAL", "terminating connection due to administrator command")],
        "stderr",
      );
      if (pid !== session.pid) wake(world, target.home);
      wakeWaiting(world, server);
    } else if (target?.pending !== undefined) {
      const transaction = target.transaction === undefined ? undefined : { ...target.transaction, isFailed: true };
      setSession(world, server, { ...target, pending: undefined, transaction });
      wake(world, target.home);
    }
  }
};
