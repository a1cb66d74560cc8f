import { AGE_HEADERS, DURATION } from "./patterns.ts";

/** Replaces ages (and, if requested, restarts and counts of events) in the cells of tables, found by the columns of the header. */
export const normaliseColumns = (text: string, options: { readonly noHeaders: boolean; readonly counts: ReadonlySet<string> }): string =>
  options.noHeaders ? withoutHeader(text) : withHeader(text, options.counts);

const withoutHeader = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/(?<= {2})\S+(?=\s|$)/g, (cell) => (DURATION.test(cell) ? "<AGE>" : cell)))
    .join("\n");

interface Column {
  readonly start: number;
  readonly name: string;
}

const withHeader = (text: string, counts: ReadonlySet<string>): string => {
  let columns: readonly Column[] = [];
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const header = [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ start: match.index, name: match[0] }));
    if (isHeader(line, header)) columns = header.filter(({ name }) => AGE_HEADERS.has(name) || counts.has(name));
    else if (line.trim() === "") columns = [];
    else {
      lines.push(columns.reduceRight(replaceCell, line));
      continue;
    }
    lines.push(line);
  }
  return lines.join("\n");
};

const isHeader = (line: string, header: readonly Column[]): boolean => {
  const has = (name: string): boolean => header.some((column) => column.name === name);
  if (line === line.toUpperCase() && ([...AGE_HEADERS].some(has) || has("RESTARTS") || has("COUNT"))) return true;
  return has("Age") && (has("Reason") || has("Namespace"));
};

const replaceCell = (line: string, { start, name }: Column): string => {
  const pattern = /\S+(?: \S+)*/y;
  pattern.lastIndex = start;
  const match = pattern.exec(line);
  if (match === null || /^-+$/.test(match[0]) || (start > 0 && line[start - 1] !== " ")) return line;
  return line.slice(0, start) + cellOf(match[0], name) + line.slice(start + match[0].length);
};

const cellOf = (cell: string, name: string): string => {
  if (!AGE_HEADERS.has(name)) return "<N>";
  if (cell === "<none>") return cell;
  return cell.replace(/^[0-9a-z]+|^<unknown>|^<invalid>/, "<AGE>").replace(/over [0-9a-z]+\)/g, "over <AGE>)");
};
