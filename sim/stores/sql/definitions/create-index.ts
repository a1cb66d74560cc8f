import { findTable } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import { type Schemas, type Table, tableOf, withTable } from "../tables.ts";
import { addConstraint } from "./add-constraint.ts";
import { type Definition, done, type Statement } from "./definition.ts";

/** `CREATE INDEX`. */
export const createIndex = (
  context: SqlContext,
  { name: given, table: wanted, columns, isUnique, ifMissing }: Statement<"create-index">,
): Definition => {
  const { schema, name } = findTable(context, wanted);
  const table = tableOf(context.schemas, schema, name) as Table;
  const own = given ?? `${name}_${columns.join("_")}_idx`;
  const isTaken =
    context.dialect === "mysql" ? table.constraints.some((other) => other.name === own) : indexHome(context.schemas, own) !== undefined;
  if (isTaken) {
    if (ifMissing) return done(context.schemas, [], [`relation "${own}" already exists, skipping`]);
    throw new SqlError("index-exists", [own, name]);
  }
  const next = addConstraint(context, schema, name, table, { kind: isUnique ? "unique" : "index", name: own, columns });
  return done(withTable(context.schemas, schema, name, next), [`${schema}.${name}`]);
};

/** Table of an index. */
export const indexHome = (schemas: Schemas, index: string): { readonly schema: string; readonly name: string } | undefined => {
  for (const [schema, { tables }] of Object.entries(schemas))
    for (const [name, { constraints }] of Object.entries(tables))
      if (constraints.some((constraint) => constraint.name === index && ["index", "unique", "primary"].includes(constraint.kind)))
        return { schema, name };
  return undefined;
};
