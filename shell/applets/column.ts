import type { Applet } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";

/** `column -t`: fields under each other, two blanks between them; without `-t` the lines as they are. */
export const column: Applet = (call) =>
  call.withFiles(
    call.args.filter((arg) => !/^-./.test(arg)),
    (bytes, failures) => {
      const lines = call.args.includes("-t") ? inColumns(linesOf(bytes)) : linesOf(bytes);
      call.out(lines.map((line) => `${line}\n`).join(""));
      return failures > 0 ? 1 : 0;
    },
  );

const inColumns = (lines: readonly string[]): readonly string[] => {
  const rows = lines.map((line) => line.split(/[ \t]+/).filter((field) => field !== "")).filter((row) => row.length > 0);
  const widths: number[] = [];
  for (const row of rows) for (const [at, field] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, field.length);
  return rows.map((row) => row.map((field, at) => (at === row.length - 1 ? field : field.padEnd((widths[at] as number) + 2))).join(""));
};
