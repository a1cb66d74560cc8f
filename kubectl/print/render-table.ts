import { alignCells, alignTabs, TABLE_LAYOUT } from "./tabwriter.ts";

/** Rows with the shown columns, not aligned yet. */
export interface TableText {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Aligns header and rows in kubectl's columns. */
export const renderTable = ({ header, rows }: TableText, noHeaders: boolean): string => {
  const lines = noHeaders ? rows : [header, ...rows];
  if (lines.length === 0) return "";
  const isPlain = lines.every((cells) => cells.every((cell) => !BREAK.test(cell)));
  const text = isPlain ? alignCells(lines, TABLE_LAYOUT) : alignTabs(lines.map((cells) => cells.join("\t")).join("\n"), TABLE_LAYOUT);
  return `${text}\n`;
};

/** Pattern of characters that begin another cell or row. */
const BREAK = /[\t\n]/;
