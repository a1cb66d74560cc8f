import { labelsText } from "#kube/table/column.ts";
import type { TableText } from "./render-table.ts";

/** A `meta.k8s.io/v1` Table as the API server renders it. */
export interface ServerTable {
  readonly kind: "Table";
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly columnDefinitions: readonly {
    readonly name: string;
    readonly type?: string;
    readonly format?: string;
    readonly priority?: number;
  }[];
  readonly rows: readonly ServerRow[] | null;
}

/** One row of a Table; `object` has at least its metadata. */
export interface ServerRow {
  readonly cells: readonly unknown[];
  readonly object?: RowObject;
}

/** The parts of a row's object that printing needs. */
export interface RowObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** Options of printing a table. */
export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  /** Prefix of names: `pod` for `pod/web-0`; undefined: none. */
  readonly kindPrefix: string | undefined;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
}

/** Selects and renders the cells of a Table. */
export const tableText = (table: ServerTable, options: TableOptions): TableText => {
  const columns = shownColumns(table, options.wide);
  const header = columns.map((column) => (table.columnDefinitions[column]?.name ?? "").toUpperCase());
  if (options.withNamespace) header.unshift("NAMESPACE");
  for (const label of options.labelColumns) header.push(label.slice(label.lastIndexOf("/") + 1).toUpperCase());
  if (options.showLabels) header.push("LABELS");
  const nameColumn = table.columnDefinitions.findIndex((column) => column.format === "name");
  const rows = (table.rows ?? []).map((row) => rowText(row, columns, nameColumn === -1 ? 0 : nameColumn, options));
  return { header, rows };
};

const shownColumns = (table: ServerTable, wide: boolean): number[] => {
  const columns: number[] = [];
  table.columnDefinitions.forEach((column, index) => {
    if (wide || (column.priority ?? 0) === 0) columns.push(index);
  });
  return columns;
};

const rowText = (row: ServerRow, columns: readonly number[], nameColumn: number, options: TableOptions): string[] => {
  const cells: string[] = [];
  const metadata = row.object?.metadata;
  if (options.withNamespace) cells.push(metadata?.namespace ?? "");
  for (const column of columns) {
    const text = cellText(row.cells[column]);
    cells.push(options.kindPrefix !== undefined && column === nameColumn ? `${options.kindPrefix}/${text}` : text);
  }
  for (const label of options.labelColumns) cells.push(labelValue(metadata?.labels?.[label]));
  if (options.showLabels) cells.push(labelsText(metadata?.labels));
  return cells;
};

/** Text of a cell on one line: the rest after a line break is cut and marked. */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  if (!NOT_PLAIN.test(cell)) return cell;
  const end = cell.search(/[\f\n\r]/);
  return escapeTerminal(end === -1 ? cell : `${cell.slice(0, end)}...`);
};

/** Pattern of characters that break a row or a column; almost no cell has any. */
const NOT_PLAIN = /[\f\n\r\t\u001b]/;

/** Escapes control characters, which could move the cursor; kubectl shows escapes as `^[`. */
export const escapeTerminal = (text: string): string =>
  (text.includes("\u001b") ? text.replaceAll("\u001b", "^[") : text).replaceAll("\t", " ");

const labelValue = (value: string | undefined): string => (value === undefined ? "" : value === "" ? "" : value);
