import { alignTabs, TABLE_LAYOUT } from "./tabwriter.ts";

/** Rows with the columns that are shown, not yet aligned. */
export interface TableText {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Aligns header and rows in kubectl's columns. */
export const renderTable = ({ header, rows }: TableText, noHeaders: boolean): string => {
  const lines = noHeaders ? rows : [header, ...rows];
  if (lines.length === 0) return "";
  return `${alignTabs(lines.map((cells) => cells.join("\t")).join("\n"), TABLE_LAYOUT)}\n`;
};
