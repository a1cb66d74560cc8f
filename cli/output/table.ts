/** A column of a table: its heading, and whether its numbers are right-aligned. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** Renders rows under headings, columns two spaces apart; a table without rows is its headings alone. */
export const renderTable = (columns: readonly Column[], rows: readonly (readonly (string | number)[])[]): string => {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? "").length)));
  return cells.map((row) => renderRow(row, columns, widths)).join("\n");
};

const renderRow = (row: readonly string[], columns: readonly Column[], widths: readonly number[]): string =>
  columns
    .map(({ align }, i) => (align === "right" ? (row[i] ?? "").padStart(widths[i]!) : (row[i] ?? "").padEnd(widths[i]!)))
    .join("  ")
    .trimEnd();
