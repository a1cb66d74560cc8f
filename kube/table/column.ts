import type { KubeObject } from "../types/meta.ts";
import { ageSince } from "./human-duration.ts";

/** One cell: what JSON can hold. */
export type Cell = string | number | boolean | null;

/** One printed column of a kind. */
export interface Column<T extends KubeObject = KubeObject> {
  /** As the API names it: `Up-to-date`; printers show it in capitals. */
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  /** Missing: that of the name column, or none. */
  readonly format?: string;
  readonly description?: string;
  /** Missing: 1 for wide columns, 0 for others. */
  readonly priority?: number;
  /** Shown only in wide output. */
  readonly isWide: boolean;
  /** The column that names the object. */
  readonly isName: boolean;
  cell(object: T, nowMs: number): Cell;
}

type CellOf<T extends KubeObject> = (object: T, nowMs: number) => Cell;

/** A column of text. */
export const text = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "string",
  isWide: false,
  isName: false,
  cell,
});

/** A column of whole numbers. */
export const integer = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "integer",
  isWide: false,
  isName: false,
  cell,
});

/** A column of truth values. */
export const boolean = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({ ...text(name, cell), type: "boolean" });

/** A column of text that only wide output shows. */
export const wide = <T extends KubeObject>(name: string, cell: CellOf<T>): Column<T> => ({
  name,
  type: "string",
  isWide: true,
  isName: false,
  cell,
});

/** The column with the object's name. */
export const nameColumn: Column = { name: "Name", type: "string", isWide: false, isName: true, cell: ({ metadata }) => metadata.name };

/** The column with the time since creation. */
export const ageColumn: Column = text("Age", ({ metadata }, nowMs) => ageSince(metadata.creationTimestamp, nowMs));

/** At most `max` items, then how many more there are. */
export const listText = (items: readonly string[], max: number, empty: string): string => {
  if (items.length === 0) return empty;
  return items.length > max ? `${items.slice(0, max).join(",")} + ${items.length - max} more...` : items.join(",");
};

/** `a=b,c=d` sorted by key, `<none>` when empty. */
export const labelsText = (labels: Readonly<Record<string, string>> | undefined): string => {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? "<none>" : keys.map((key) => `${key}=${labels?.[key]}`).join(",");
};
