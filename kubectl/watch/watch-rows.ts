import type { Target } from "../command-line/targets.ts";
import { type ServerRow, type ServerTable, type TableOptions, tableText } from "../print/table.ts";
import type { Session } from "../session/session.ts";
import { growingTable } from "./growing-table.ts";
import { type Watched, type WatchType, watchTarget } from "./watch-target.ts";

/** Prints a table and then a row for each change; columns grow and never shrink. */
export const watchRows = async (
  session: Session,
  target: Target,
  { read, options }: { readonly read: () => Promise<ServerTable>; readonly options: TableOptions },
): Promise<void> => {
  const { args } = session;
  const first = await read();
  const growing = growingTable(options.noHeaders);
  const show = (type: WatchType, rows: readonly ServerRow[], table: ServerTable): void => {
    if (rows.length === 0) return;
    const text = tableText({ ...table, rows }, options);
    const withEvent = (cells: readonly string[], event: string): readonly string[] =>
      args.on("output-watch-events") ? [event, ...cells] : cells;
    session.print(growing.next({ header: withEvent(text.header, "EVENT"), rows: text.rows.map((cells) => withEvent(cells, type)) }));
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
