import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";
import { readOptions } from "./options.ts";

/** `cut`: the characters or fields of each line that a list names. */
export const cut: Applet = (call) => {
  const { rest, value } = readOptions(call.args, "d:f:c:b:sn");
  const list = value("f") ?? value("c") ?? value("b");
  if (list === undefined) return call.fail("expected a list of bytes, characters, or fields");
  const wrong = list.split(/[,-]/).find((part) => !/^\d*$/.test(part));
  if (wrong !== undefined) return call.fail(`invalid number '${wrong}'`);
  return call.withFiles(rest, (bytes, failures) => {
    const lines = linesOf(bytes);
    call.out(
      cutLines(lines, call)
        .map((line) => `${line}\n`)
        .join(""),
    );
    return failures > 0 ? 1 : 0;
  });
};

const cutLines = (lines: readonly string[], call: AppletCall): readonly string[] => {
  const { value, has } = readOptions(call.args, "d:f:c:b:sn");
  const delimiter = value("d") ?? "\t";
  const isCharacters = value("f") === undefined;
  const ranges = (value("f") ?? value("c") ?? value("b") ?? "").split(",").map((range) => {
    const [from = "", to] = range.split("-");
    return {
      from: from === "" ? 1 : Number(from),
      to: to === undefined ? Number(from) : to === "" ? Number.POSITIVE_INFINITY : Number(to),
    };
  });
  const isWanted = (index: number) => ranges.some(({ from, to }) => index + 1 >= from && index + 1 <= to);
  if (isCharacters) return lines.map((line) => [...line].filter((_character, index) => isWanted(index)).join(""));
  return lines.flatMap((line) => {
    const parts = line.split(delimiter);
    if (parts.length === 1) return has("s") ? [] : [line];
    return [parts.filter((_part, index) => isWanted(index)).join(delimiter)];
  });
};
