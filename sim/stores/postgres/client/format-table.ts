import { chargeTable } from "#core/work-budget.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import type { QueryResult } from "../../sql/tables.ts";
import { isNumeric } from "../../sql/values.ts";

/** Output format of `psql` tables. */
export interface TableStyle {
  readonly isAligned: boolean;
  readonly tuplesOnly: boolean;
  readonly separator: string;
  readonly isExpanded: boolean;
  readonly isCsv: boolean;
  readonly nullText: string;
}

/** A result as `psql` prints it. */
export const formatTable = ({ columns, rows }: QueryResult, style: TableStyle, title?: string, footer?: readonly string[]): string => {
  chargeTable(rows.length, columns.length);
  const cells = rows.map((row) => row.map((value, index) => showValue(value, style, columns[index]?.scale)));
  const names = columns.map(({ name }) => name);
  if (style.isCsv) return [...(style.tuplesOnly ? [] : [names]), ...cells].map((row) => `${row.map(csvCell).join(",")}\n`).join("");
  if (style.isExpanded) return expanded(names, cells, style);
  if (!style.isAligned) {
    const lines = [...(style.tuplesOnly ? [] : [names]), ...cells].map((row) => `${row.join(style.separator)}\n`).join("");
    return `${lines}${style.tuplesOnly ? "" : countText(rows.length, footer)}`;
  }
  return aligned(columns, cells, style, title, footer);
};

/** A value as texts of the server are. */
export const showValue = (value: SqlValue, { nullText }: Pick<TableStyle, "nullText">, scale?: number): string => {
  if (value === null) return nullText;
  if (typeof value === "number" && scale !== undefined) return value.toFixed(scale);
  return typeof value === "boolean" ? (value ? "t" : "f") : `${value}`;
};

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const countText = (count: number, footer: readonly string[] | undefined): string =>
  footer === undefined ? `(${count} row${count === 1 ? "" : "s"})\n` : footer.map((line) => `${line}\n`).join("");

const aligned = (
  columns: QueryResult["columns"],
  cells: readonly (readonly string[])[],
  { tuplesOnly }: TableStyle,
  title: string | undefined,
  footer: readonly string[] | undefined,
): string => {
  const widths = columns.map(({ name }, index) =>
    Math.max(tuplesOnly ? 0 : widthOf(name), ...cells.map((row) => Math.max(...(row[index] ?? "").split("\n").map(widthOf)))),
  );
  const total = widths.reduce((sum, width) => sum + width + 3, -1);
  const heading = title === undefined || tuplesOnly ? "" : `${" ".repeat(Math.max(0, Math.floor((total - title.length) / 2)))}${title}\n`;
  const head = tuplesOnly
    ? ""
    : `${columns.map(({ name }, index) => ` ${centred(name, widths[index] ?? 0)} `).join("|")}\n${widths.map((width) => "-".repeat(width + 2)).join("+")}\n`;
  const body = cells.map((row) => alignedRow(columns, row, widths)).join("");
  return `${heading}${head}${body}${tuplesOnly ? "" : countText(cells.length, footer)}\n`;
};

/** Wraps a value over several lines, with a mark at the end of each line but its last. */
const alignedRow = (columns: QueryResult["columns"], row: readonly string[], widths: readonly number[]): string => {
  const parts = row.map((text) => text.split("\n"));
  const height = Math.max(1, ...parts.map(({ length }) => length));
  let lines = "";
  for (let line = 0; line < height; line++) {
    const shown = parts.map((texts, index) => {
      const text = texts[line] ?? "";
      const width = widths[index] ?? 0;
      const goesOn = line < texts.length - 1;
      const isLast = index === parts.length - 1;
      const padded = isNumeric(columns[index]?.type ?? "")
        ? text.padStart(width - widthOf(text) + text.length)
        : isLast && !goesOn
          ? text
          : text + " ".repeat(Math.max(0, width - widthOf(text)));
      return ` ${padded}${goesOn ? "+" : isLast ? "" : " "}`;
    });
    lines += `${shown.join("|")}\n`;
  }
  return lines;
};

const expanded = (
  names: readonly string[],
  cells: readonly (readonly string[])[],
  { tuplesOnly, isAligned, separator }: TableStyle,
): string => {
  if (cells.length === 0) return tuplesOnly ? "" : "(0 rows)\n\n";
  if (!isAligned) return cells.map((row) => names.map((name, index) => `${name}${separator}${row[index] ?? ""}\n`).join("")).join("\n");
  const width = Math.max(...names.map(widthOf));
  const values = Math.max(...cells.flat().map(widthOf));
  const records = cells.map((row, index) => {
    const label = `-[ RECORD ${index + 1} ]`;
    const line =
      label.length < width + 1
        ? `${label}${"-".repeat(width + 1 - label.length)}+${"-".repeat(values + 1)}`
        : label.padEnd(width + values + 3, "-");
    const placed = label.length < width + 1 || label.length > width + 1 ? line : `${label}+${"-".repeat(values + 1)}`;
    return `${tuplesOnly ? "" : `${placed}\n`}${names.map((name, at) => `${name.padEnd(width)} | ${row[at] ?? ""}\n`).join("")}`;
  });
  return `${records.join("")}\n`;
};

const centred = (text: string, width: number): string => {
  const space = width - widthOf(text);
  return `${" ".repeat(Math.floor(space / 2))}${text}${" ".repeat(Math.ceil(space / 2))}`;
};

const widthOf = (text: string): number => [...text].length;
