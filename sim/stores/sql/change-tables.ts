import { alterTable } from "./definitions/alter-table.ts";
import { createIndex } from "./definitions/create-index.ts";
import { createSchema } from "./definitions/create-schema.ts";
import { createTable } from "./definitions/create-table.ts";
import type { Definition } from "./definitions/definition.ts";
import { drop } from "./definitions/drop.ts";
import { findTable } from "./run-select.ts";
import type { SqlContext } from "./scope.ts";
import type { DefinitionStatement } from "./syntax.ts";
import { type Table, tableOf, withTable } from "./tables.ts";

/** Runs a statement on tables, indexes and schemas; `role` owns new objects. */
export const changeTables = (context: SqlContext, statement: DefinitionStatement, role: string): Definition => {
  switch (statement.kind) {
    case "create-table":
      return createTable(context, statement, role);
    case "create-index":
      return createIndex(context, statement);
    case "alter-table":
      return alterTable(context, statement);
    case "drop":
      return drop(context, statement);
    case "create-schema":
      return createSchema(context, statement, role);
    case "truncate": {
      let { schemas } = context;
      const changed: string[] = [];
      for (const name of statement.tables) {
        const place = findTable(context, name);
        context.demand("TRUNCATE", place.schema, place.name);
        const table = tableOf(schemas, place.schema, place.name) as Table;
        schemas = withTable(schemas, place.schema, place.name, {
          ...table,
          rows: [],
          nextSerial: statement.restarts ? 1 : table.nextSerial,
        });
        changed.push(`${place.schema}.${place.name}`);
      }
      return { schemas, notices: [], changed };
    }
  }
};
