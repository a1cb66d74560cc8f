import { runSelect } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { QualifiedName } from "../syntax.ts";
import { type Table, tableOf, withTable } from "../tables.ts";
import { addConstraint } from "./add-constraint.ts";
import { type Definition, done, type Statement } from "./definition.ts";
import { knownColumn } from "./known-column.ts";

/** `CREATE TABLE`, from columns or from a query. */
export const createTable = (
  context: SqlContext,
  { name: wanted, ifMissing, definition, query }: Statement<"create-table">,
  role: string,
): Definition => {
  const { schema, name } = homeOf(context, wanted);
  if (tableOf(context.schemas, schema, name) !== undefined) {
    if (ifMissing) return done(context.schemas, [], [`relation "${name}" already exists, skipping`]);
    throw new SqlError("table-exists", [name]);
  }
  const result = query === undefined ? undefined : runSelect(context, query);
  const columns =
    result === undefined
      ? definition.columns.map((column) => knownColumn(context, column))
      : result.columns.map(({ name: own, type }) => ({
          name: own,
          type: { name: type, args: [] },
          isNotNull: false,
          default: undefined,
          defaultText: "",
          isSerial: false,
        }));
  const seen = new Set<string>();
  for (const { name: own } of columns) {
    if (seen.has(own)) throw new SqlError("column-exists", [own, ""]);
    seen.add(own);
  }
  const rows = (result?.rows ?? []).map((values, index) => ({ id: index + 1, values }));
  let table: Table = { columns, constraints: [], rows, owner: role, rights: {}, nextRow: rows.length + 1, nextSerial: 1 };
  let schemas = withTable(context.schemas, schema, name, table);
  for (const constraint of definition.constraints) {
    table = addConstraint({ ...context, schemas }, schema, name, table, constraint);
    schemas = withTable(schemas, schema, name, table);
  }
  return done(schemas, [`${schema}.${name}`]);
};

/** Schema and name of a new table. */
const homeOf = (context: SqlContext, { parts, at }: QualifiedName): { readonly schema: string; readonly name: string } => {
  const [name = "", given] = [parts.at(-1), parts.at(-2)];
  const schema = given ?? context.path.find((candidate) => Object.hasOwn(context.schemas, candidate) && !candidate.startsWith("pg_"));
  if (schema === undefined)
    throw new SqlError(
      "said",
      context.dialect === "mysql" ? ["1046", "3D000", "No database selected"] : ["3F000", "no schema has been selected to create in"],
      at,
    );
  if (!Object.hasOwn(context.schemas, schema)) throw new SqlError(context.dialect === "mysql" ? "no-database" : "no-schema", [schema], at);
  context.demandSchema(schema);
  return { schema, name };
};
