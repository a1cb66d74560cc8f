import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { Column } from "../syntax.ts";

/** The column as it is. @throws SqlError where its type is none */
export const knownColumn = ({ dialect }: SqlContext, column: Column): Column => {
  const { name } = column.type;
  if (KNOWN_TYPES.has(name.replace("[]", ""))) return column;
  throw dialect === "postgres" ? new SqlError("no-type", [name]) : new SqlError("syntax", [name]);
};

const KNOWN_TYPES = new Set(
  "smallint|integer|int|bigint|tinyint|mediumint|numeric|decimal|double precision|double|real|float|boolean|text|character varying|character|varchar|char|longtext|mediumtext|tinytext|json|jsonb|uuid|bytea|blob|longblob|binary|varbinary|timestamp without time zone|timestamp with time zone|date|datetime|timestamp|time|time without time zone|inet|interval|oid|name|year|bit".split(
    "|",
  ),
);
