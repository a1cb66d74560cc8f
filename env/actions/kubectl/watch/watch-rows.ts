import { renderTable } from "../../render-table.ts";
import { type ServerRow, type ServerTable, type TableOptions, tableText } from "../print/table.ts";
import type { Session } from "../session.ts";
import type { Target } from "../targets.ts";
import { type Watched, type WatchType, watchTarget } from "./watch-target.ts";

/** Prints a table and then a row for each change; columns grow and never shrink. */
export const watchRows = async (
  session: Session,
  target: Target,
  { read, options }: { readonly read: () => Promise<ServerTable>; readonly options: TableOptions },
): Promise<void> => {
  const { args } = session;
  const first = await read();
  let hasHeader = options.noHeaders;
  let widest: readonly string[] = [];
  const show = (type: WatchType, rows: readonly ServerRow[], table: ServerTable): void => {
    if (rows.length === 0) return;
    const text = tableText({ ...table, rows }, options);
    const withEvent = (cells: readonly string[], event: string): readonly string[] =>
      args.on("output-watch-events") ? [event, ...cells] : cells;
    const lines = text.rows.map((cells) => withEvent(cells, type));
    if (!hasHeader) lines.unshift(withEvent(text.header, "EVENT"));
    hasHeader = true;
    widest = lines.reduce<readonly string[]>((known, cells) => cells.map((cell, at) => longer(known[at], cell)), widest);
    const rendered = renderTable({ header: widest, rows: lines }, false);
    session.print(rendered.slice(rendered.indexOf("\n") + 1));
  };
  if (!args.on("watch-only")) show("ADDED", first.rows ?? [], first);
  let table = first;
  await watchTarget(session, target, first.rows ?? [], {
    read: async () => {
      table = await read();
      return table.rows ?? [];
    },
    objectOf: (row) => row.object as Watched,
    onEvent: (type, row) => show(type, [row], table),
  });
};

const longer = (known: string | undefined, cell: string): string =>
  known !== undefined && [...known].length >= [...cell].length ? known : cell;
