import type { Column } from "../output/table.ts";

/** Renders a table of Markdown whose columns are as wide as their cells, so that a terminal shows it as well; no lines without rows. */
export const markdownTable = (columns: readonly Column[], rows: readonly (readonly (string | number)[])[]): readonly string[] => {
  if (rows.length === 0) return [];
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map((cell) => `${cell}`.replaceAll("|", "\\|")))];
  const widths = columns.map((_, i) => Math.max(3, ...cells.map((row) => (row[i] ?? "").length)));
  const pad = (text: string, i: number): string => (columns[i]?.align === "right" ? text.padStart(widths[i]!) : text.padEnd(widths[i]!));
  const rule = columns.map(({ align }, i) => (align === "right" ? `${"-".repeat(widths[i]! - 1)}:` : "-".repeat(widths[i]!)));
  return [cells[0]!.map(pad), rule, ...cells.slice(1).map((row) => row.map(pad))].map((row) => `| ${row.join(" | ")} |`);
};
