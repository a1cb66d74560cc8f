import { childrenOf } from "../rows/children.ts";
import { findTable } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { QualifiedName } from "../syntax.ts";
import { type Schemas, type Table, tableOf, withTable } from "../tables.ts";
import { indexHome } from "./create-index.ts";
import { type Definition, done, type Statement } from "./definition.ts";

/** `DROP TABLE`, `DROP INDEX`, `DROP SCHEMA`. */
export const drop = (context: SqlContext, statement: Statement<"drop">): Definition => {
  let { schemas } = context;
  const notices: string[] = [];
  const changed: string[] = [];
  for (const wanted of statement.names) {
    const place = placeToDrop({ ...context, schemas }, statement, wanted);
    const label = wanted.parts.join(".");
    if (place === undefined) {
      if (!statement.ifThere) throw new SqlError("drop-missing", [label, statement.what, context.path[0] ?? ""]);
      notices.push(`${statement.what} "${label}" does not exist, skipping`);
      continue;
    }
    schemas = dropAt(schemas, statement, label, place);
    changed.push(`${place.schema}.${place.name}`);
  }
  return done(schemas, changed, notices);
};

const placeToDrop = (
  context: SqlContext,
  { what, on }: Statement<"drop">,
  { parts }: QualifiedName,
): { readonly schema: string; readonly name: string } | undefined => {
  const [name = "", schema] = [parts.at(-1), parts.at(-2)];
  if (what === "schema") return Object.hasOwn(context.schemas, name) ? { schema: name, name: "" } : undefined;
  if (what === "index") {
    const place = on === undefined ? indexHome(context.schemas, name) : findTable(context, on);
    const table = place === undefined ? undefined : tableOf(context.schemas, place.schema, place.name);
    return table?.constraints.some((constraint) => constraint.name === name) === true ? place : undefined;
  }
  const home = schema ?? context.path.find((candidate) => tableOf(context.schemas, candidate, name) !== undefined);
  if (context.path.length === 0 && home === undefined) throw new SqlError("said", ["1046", "3D000", "No database selected"]);
  return home !== undefined && tableOf(context.schemas, home, name) !== undefined ? { schema: home, name } : undefined;
};

const dropAt = (
  schemas: Schemas,
  { what, cascades }: Statement<"drop">,
  label: string,
  { schema, name }: { readonly schema: string; readonly name: string },
): Schemas => {
  if (what === "schema") {
    const { [schema]: gone, ...others } = schemas;
    const [held] = Object.keys(gone?.tables ?? {});
    if (held !== undefined && !cascades)
      throw new SqlError("said", [
        "2BP01",
        `cannot drop schema ${schema} because other objects depend on it`,
        `table ${schema}.${held} depends on schema ${schema}`,
        "Use DROP ... CASCADE to drop the dependent objects too.",
      ]);
    return others;
  }
  const table = tableOf(schemas, schema, name) as Table;
  if (what === "index")
    return withTable(schemas, schema, name, {
      ...table,
      constraints: table.constraints.filter((constraint) => constraint.name !== label.split(".").at(-1)),
    });
  const children = childrenOf(schemas, { schema, name }).filter((child) => child.name !== name);
  const [first] = children;
  if (first !== undefined && !cascades)
    throw new SqlError("said", [
      "2BP01",
      `cannot drop table ${name} because other objects depend on it`,
      `constraint ${first.constraint.name} on table ${first.name} depends on table ${name}`,
      "Use DROP ... CASCADE to drop the dependent objects too.",
    ]);
  let next = withTable(schemas, schema, name, undefined);
  for (const child of children) {
    const owner = tableOf(next, child.schema, child.name) as Table;
    next = withTable(next, child.schema, child.name, {
      ...owner,
      constraints: owner.constraints.filter((other) => other !== child.constraint),
    });
  }
  return next;
};
