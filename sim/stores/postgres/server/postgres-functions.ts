import type { SqlValue } from "../../sql/syntax.ts";
import type { QueryResult } from "../../sql/tables.ts";
import { toNumber } from "../../sql/values.ts";
import { postgresConnections } from "./postgres-connections.ts";
import type { PgTurn } from "./postgres-context.ts";
import { refuse } from "./postgres-error.ts";
import { blockersOf } from "./postgres-locks.ts";
import { settingOf } from "./postgres-settings.ts";
import { describeVersion, isAlpine } from "./postgres-version.ts";

/** Asks that the statement go on later. */
export class PgSleep extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super("sleep");
    this.ms = ms;
  }
}

/** Functions of the server's own; undefined for one that it does not have. */
export const callPostgres = (
  turn: PgTurn,
  name: string,
  args: readonly SqlValue[],
): { readonly value: SqlValue | QueryResult; readonly type: string } | undefined => {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return found === undefined || args.length < found.least || args.length > found.most
    ? undefined
    : { value: found.run(turn, args), type: found.type };
};

interface PgFunction {
  readonly least: number;
  readonly most: number;
  readonly type: string;
  readonly run: (turn: PgTurn, args: readonly SqlValue[]) => SqlValue | QueryResult;
}

const make = (least: number, most: number, type: string, run: PgFunction["run"]): PgFunction => ({ least, most, type, run });

const signalBackend =
  (kind: "terminate" | "cancel"): PgFunction["run"] =>
  (turn, [pid]) => {
    const wanted = toNumber(pid ?? 0);
    const found = postgresConnections(turn).find((session) => session.pid === wanted);
    if (found === undefined) return false;
    const { roles } = turn.cluster;
    const mayNot =
      roles[turn.session.user]?.isSuperuser !== true && (roles[found.user]?.isSuperuser === true || found.user !== turn.session.user);
    if (mayNot)
      throw refuse(
        "42501",
        `permission denied to ${kind} ${kind === "terminate" ? "process" : "query"}`,
        `Only roles with privileges of the role whose ${kind === "terminate" ? "process is being terminated" : "query is being canceled"} or with privileges of the "pg_signal_backend" role may ${kind} this ${kind === "terminate" ? "process" : "query"}.`,
      );
    turn.effects.push({ kind, pid: wanted });
    return true;
  };

const sleep: PgFunction["run"] = ({ sleeps }, [seconds]) => {
  sleeps.slept += 1;
  if (sleeps.slept > sleeps.over) throw new PgSleep(Math.max(0, Math.round(toNumber(seconds ?? 0) * 1000)));
  return "";
};

const sizeOf = (turn: PgTurn, name: SqlValue): number => {
  const [table = "", schema] = `${name}`.split(".").reverse();
  for (const [own, { tables }] of Object.entries(turn.schemas)) {
    const found = (schema === undefined || own === schema) && Object.hasOwn(tables, table) ? tables[table] : undefined;
    if (found !== undefined) return Math.max(8192, Math.ceil(JSON.stringify(found.rows).length / 8192) * 8192);
  }
  throw refuse("42P01", `relation "${name}" does not exist`);
};

const FUNCTIONS: Readonly<Record<string, PgFunction>> = {
  version: make(0, 0, "text", ({ state, server }) => describeVersion(state.version, isAlpine(server.process))),
  current_database: make(0, 0, "name", ({ session }) => session.database),
  current_catalog: make(0, 0, "name", ({ session }) => session.database),
  current_schema: make(0, 0, "name", ({ schemas }) => (Object.hasOwn(schemas, "public") ? "public" : null)),
  current_user: make(0, 0, "name", ({ session }) => session.user),
  user: make(0, 0, "name", ({ session }) => session.user),
  session_user: make(0, 0, "name", ({ session }) => session.sessionUser),
  current_setting: make(1, 2, "text", ({ state, cluster, session }, [name, quiet]) => {
    const value = settingOf(state, cluster, `${name}`.toLowerCase(), session);
    if (value === undefined && quiet !== true) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
    return value ?? null;
  }),
  inet_server_port: make(0, 0, "integer", ({ server }) => server.port),
  pg_backend_pid: make(0, 0, "integer", ({ session }) => session.pid),
  pg_is_in_recovery: make(0, 0, "boolean", () => false),
  pg_terminate_backend: make(1, 2, "boolean", signalBackend("terminate")),
  pg_cancel_backend: make(1, 1, "boolean", signalBackend("cancel")),
  pg_reload_conf: make(0, 0, "boolean", (turn) => {
    turn.effects.push({ kind: "reload", pid: 0 });
    return true;
  }),
  pg_sleep: make(1, 1, "void", sleep),
  pg_blocking_pids: make(1, 1, "integer[]", (turn, [pid]) => {
    const session = postgresConnections(turn).find((one) => one.pid === toNumber(pid ?? 0));
    const wanted = session?.pending?.waitsFor;
    return session === undefined || wanted === undefined ? "{}" : `{${blockersOf(turn.world, turn.state, session, wanted).join(",")}}`;
  }),
  pg_database_size: make(1, 1, "bigint", ({ cluster }, [name]) => {
    if (cluster.databases[`${name}`] === undefined) throw refuse("3D000", `database "${name}" does not exist`);
    return 7_500_000 + JSON.stringify(cluster.databases[`${name}`]?.schemas).length;
  }),
  pg_table_size: make(1, 1, "bigint", (turn, [name]) => sizeOf(turn, name ?? null)),
  pg_relation_size: make(1, 1, "bigint", (turn, [name]) => sizeOf(turn, name ?? null)),
  pg_total_relation_size: make(1, 1, "bigint", (turn, [name]) => sizeOf(turn, name ?? null) + 16_384),
};
