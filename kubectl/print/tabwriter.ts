/** Layout of columns. `minWidth` includes the padding. */
export interface TabLayout {
  readonly minWidth: number;
  readonly padding: number;
}

/** Layout of `kubectl describe`. */
export const DESCRIBE_LAYOUT: TabLayout = { minWidth: 0, padding: 2 };

/** Layout of kubectl's tables. */
export const TABLE_LAYOUT: TabLayout = { minWidth: 6, padding: 3 };

/**
 * Aligns tab-terminated cells with blanks, as Go's text/tabwriter does.
 *
 * A column is a run of lines that have a tab-terminated cell in that place; the text after the last tab of a line belongs to no column.
 */
export const alignTabs = (text: string, layout: TabLayout = DESCRIBE_LAYOUT): string =>
  alignCells(
    text.split("\n").map((line) => line.split("\t")),
    layout,
  );

/** Aligns lines that are split into cells already. */
export const alignCells = (lines: readonly (readonly string[])[], layout: TabLayout): string => {
  const rendered: string[] = new Array(lines.length).fill("");
  alignColumns({ lines, rendered, layout }, { column: 0, from: 0, to: lines.length }, []);
  return rendered.join("\n");
};

interface Sheet {
  readonly lines: readonly (readonly string[])[];
  readonly rendered: string[];
  readonly layout: TabLayout;
}

interface Span {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

const alignColumns = (sheet: Sheet, { column, from, to }: Span, widths: readonly number[]): void => {
  let at = from;
  while (at < to) {
    const end = blockEnd(sheet, column, at, to);
    if (end === at) {
      sheet.rendered[at] = renderLine(sheet.lines[at] as readonly string[], widths);
      at++;
      continue;
    }
    alignColumns(sheet, { column: column + 1, from: at, to: end }, [...widths, columnWidth(sheet, column, at, end)]);
    at = end;
  }
};

const blockEnd = ({ lines }: Sheet, column: number, from: number, to: number): number => {
  let end = from;
  while (end < to && column < (lines[end] as readonly string[]).length - 1) end++;
  return end;
};

const columnWidth = ({ lines, layout }: Sheet, column: number, from: number, to: number): number => {
  let width = layout.minWidth;
  for (let line = from; line < to; line++) {
    const needed = textWidth(lines[line]?.[column] as string) + layout.padding;
    if (needed > width) width = needed;
  }
  return width;
};

const renderLine = (cells: readonly string[], widths: readonly number[]): string => {
  let line = "";
  for (let cell = 0; cell < cells.length; cell++) {
    const text = cells[cell] as string;
    line += text;
    const width = widths[cell];
    if (width !== undefined && cell < cells.length - 1) line += blanks(width - textWidth(text));
  }
  return line;
};

const blanks = (count: number): string => (count > 0 ? (BLANKS[count] ?? " ".repeat(count)) : "");

/** Strings of blanks by length, created once for all cells. */
const BLANKS: readonly string[] = Array.from({ length: 64 }, (_, count) => " ".repeat(count));

/** Width in characters, not in UTF-16 units. */
const textWidth = (text: string): number => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0xd800) return [...text].length;
  return text.length;
};
