import { renderTable, type TableText } from "../print/render-table.ts";

/** A table that is printed in pieces; columns grow and never shrink. */
export interface GrowingTable {
  /** Renders the next rows, after the titles if they are the first. */
  next(text: TableText): string;
}

/**
 * Creates a table.
 * @param noHeaders true: its titles are not printed
 */
export const growingTable = (noHeaders: boolean): GrowingTable => {
  let hasHeader = noHeaders;
  let widest: readonly string[] = [];
  return {
    next: ({ header, rows }) => {
      const lines = hasHeader ? rows : [header, ...rows];
      hasHeader = true;
      widest = lines.reduce<readonly string[]>((known, cells) => cells.map((cell, at) => longer(known[at], cell)), widest);
      const rendered = renderTable({ header: widest, rows: lines }, false);
      return rendered.slice(rendered.indexOf("\n") + 1);
    },
  };
};

const longer = (known: string | undefined, cell: string): string =>
  known !== undefined && [...known].length >= [...cell].length ? known : cell;
