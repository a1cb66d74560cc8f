import type { Schemas, Table } from "../../sql/tables.ts";
import type { PgTransaction } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";

/** Merges the changes of a transaction into the tables as they are by now. */
export const mergeTransaction = ({ cluster, session }: PgTurn, { base, schemas }: PgTransaction): Schemas => {
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
