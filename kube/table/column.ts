import type { KubeObject } from "../types/meta.ts";
import { ageSince } from "./human-duration.ts";

/** One cell: a JSON value. */
export type Cell = string | number | boolean | null;

/** One printed column of a kind. */
export interface Column<T extends KubeObject = KubeObject> {
  /** Name as in the API: `Up-to-date`; printed in capitals. */
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  /** OpenAPI format; missing: that of the name column, or none. */
  readonly format?: string;
  readonly description?: string;
  /** Priority as in the API; missing: 1 for wide columns, 0 for others. */
  readonly priority?: number;
  /** True: shown only in wide output. */
  readonly isWide: boolean;
  /** True for the column with the object's name. */
  readonly isName: boolean;
  cell(object: T, nowMs: number): Cell;
}

type CellOf<T extends KubeObject> = (object: T, nowMs: number) => Cell;

/** Creates a column of text. */
export const text = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "string",
  isWide: false,
  isName: false,
  cell,
});

/** Creates a column of whole numbers. */
export const integer = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "integer",
  isWide: false,
  isName: false,
  cell,
});

/** Creates a column of booleans. */
export const boolean = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({ ...text(name, cell), type: "boolean" });

/** Creates a column of text that is shown only in wide output. */
export const wide = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "string",
  isWide: true,
  isName: false,
  cell,
});

/** Column with the object's name. */
export const nameColumn: Column = { name: "Name", type: "string", isWide: false, isName: true, cell: ({ metadata }) => metadata.name };

/** Column with the time since creation. */
export const ageColumn: Column = text("Age", ({ metadata }, nowMs) => ageSince(metadata.creationTimestamp, nowMs));

/** Renders at most `max` items, then the number of the others. */
export const listText = (items: readonly string[], max: number, empty: string): string => {
  if (items.length === 0) return empty;
  return items.length > max ? `${items.slice(0, max).join(",")} + ${items.length - max} more...` : items.join(",");
};

/** Renders labels as `a=b,c=d`, sorted by key; `<none>` when empty. */
export const labelsText = (labels: Readonly<Record<string, string>> | undefined): string => {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? "<none>" : keys.map((key) => `${key}=${labels?.[key]}`).join(",");
};
