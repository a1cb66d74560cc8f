import { changeTables } from "../../../sql/change-tables.ts";
import type { DefinitionStatement } from "../../../sql/syntax.ts";
import type { Schemas } from "../../../sql/tables.ts";
import { commitSchemas } from "../commit.ts";
import { contextOf, demandSchema, owns, type PgTurn, searchPath } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { done, notice, type PgReply } from "../postgres-reply.ts";
import { demandWritable } from "./demand-writable.ts";
import { takeLock } from "./take-lock.ts";

/** Statements that make, change and drop tables, indexes and schemas. */
export const runDefinition = (turn: PgTurn, statement: DefinitionStatement): PgReply => {
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
  for (const relation of changed) takeLock(turn, relation, statement.kind === "create-index" ? "ShareLock" : "AccessExclusiveLock");
  commitSchemas(turn, statement.kind === "create-table" ? withDefaults(turn, schemas, changed) : schemas);
  return done(tag, notices.map(notice));
};

const TAGS: Readonly<Record<DefinitionStatement["kind"], string>> = {
  "create-table": "CREATE TABLE",
  "create-index": "CREATE INDEX",
  "alter-table": "ALTER TABLE",
  drop: "DROP",
  "create-schema": "CREATE SCHEMA",
  truncate: "TRUNCATE TABLE",
};

/** Applies default privileges to new tables. */
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
