import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlContext } from "../../sql/scope.ts";
import type { Schemas, Table } from "../../sql/tables.ts";
import { isMember, type PgCluster, type PgServer, type PgSession } from "./postgres-cluster.ts";
import { refuse } from "./postgres-error.ts";
import { callPostgres } from "./postgres-functions.ts";
import { settingOf } from "./postgres-settings.ts";
import { systemView } from "./system-views.ts";

/** One statement of one session at one server. */
export interface PgTurn {
  readonly world: World;
  readonly server: StoreServer;
  readonly state: PgServer;
  readonly cluster: PgCluster;
  readonly session: PgSession;
  /** The tables as the session sees them. */
  readonly schemas: Schemas;
  /** Number of finished sleeps of the statement. */
  readonly sleeps: { slept: number; readonly over: number };
  /** Side effects that functions asked for: sessions to terminate, statements to cancel, files to reload. */
  readonly effects: { readonly kind: "terminate" | "cancel" | "reload"; readonly pid: number }[];
}

/** Context of a session's statements on tables. */
export const contextOf = (turn: PgTurn): SqlContext => ({
  dialect: "postgres",
  nowMs: turn.session.transaction?.startedAtMs ?? turn.world.nowMs(),
  schemas: turn.schemas,
  path: searchPath(turn),
  systemTable: (schema, name) => systemView(turn, schema, name),
  call: (name, args) => callPostgres(turn, name, args),
  demand: (right, schema, table) => demandTable(turn, right, schema, table),
  demandSchema: (schema) => demandSchema(turn, schema, "USAGE"),
});

/** Schemas of the search path. */
export const searchPath = ({ state, cluster, session, schemas }: PgTurn): readonly string[] =>
  (settingOf(state, cluster, "search_path", session) ?? "public")
    .split(",")
    .map((part) => part.trim().replace(/^["'](.*)["']$/, "$1"))
    .map((part) => (part === "$user" ? session.user : part))
    .filter((part) => Object.hasOwn(schemas, part));

/** True when a role may do all. */
export const isSuper = ({ cluster, session }: PgTurn): boolean => cluster.roles[session.user]?.isSuperuser === true;

/** True when the session's role is an owner or a member of it. */
export const owns = (turn: PgTurn, owner: string): boolean =>
  isSuper(turn) ||
  isMember(
    turn.cluster,
    turn.session.user,
    owner === "pg_database_owner" ? (turn.cluster.databases[turn.session.database]?.owner ?? "") : owner,
  );

/** True when rights give something to the session's role. */
export const isGranted = ({ cluster, session }: PgTurn, rights: Table["rights"], right: string): boolean =>
  Object.entries(rights).some(([role, list]) => list.includes(right) && (role === "" || isMember(cluster, session.user, role)));

/** Throws when the session lacks a privilege on a schema. */
export const demandSchema = (turn: PgTurn, schema: string, right: "USAGE" | "CREATE"): void => {
  const found = turn.schemas[schema];
  if (found === undefined || owns(turn, found.owner) || isGranted(turn, found.rights, right)) return;
  throw refuse("42501", `permission denied for schema ${schema}`);
};

const demandTable = (turn: PgTurn, right: string, schema: string, name: string): void => {
  const table = turn.schemas[schema]?.tables[name];
  if (table === undefined || owns(turn, table.owner) || isGranted(turn, table.rights, right)) return;
  throw refuse("42501", `permission denied for table ${name}`);
};
