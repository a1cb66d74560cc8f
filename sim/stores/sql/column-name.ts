import type { SqlContext } from "./scope.ts";
import type { SqlExpression } from "./syntax.ts";

/** Names the column of an expression that was given no name. */
export const nameOf = (value: SqlExpression, text: string, { dialect }: SqlContext): string => {
  if (value.kind === "column") return value.name.parts.at(-1) as string;
  if (dialect === "mysql") return value.kind === "value" && typeof value.value === "string" ? value.value : text;
  if (value.kind === "call") return value.name;
  if (value.kind === "cast")
    return value.operand.kind === "column" ? nameOf(value.operand, "", { dialect } as SqlContext) : shortType(value.type.name);
  if (value.kind === "case") return "case";
  if (value.kind === "exists") return "exists";
  return "?column?";
};

const shortType = (name: string): string =>
  ({
    integer: "int4",
    bigint: "int8",
    "character varying": "varchar",
    boolean: "bool",
    "double precision": "float8",
    "timestamp with time zone": "timestamptz",
  })[name] ?? name;
