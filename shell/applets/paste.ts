import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";
import { readOptions } from "./options.ts";

/** `paste`: lines of files side by side, or with -s those of each file in a row. */
export const paste: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "d:s");
  const separators = [...(value("d") ?? "\t").replace(/\\([nt0])/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? "\0")];
  const separator = (at: number): string => (separators[at % separators.length] ?? "").replace("\0", "");
  const paths = rest.length === 0 ? ["-"] : rest;
  const use = (stdin: string): number => {
    const queues = openQueues(call, paths, stdin);
    if (queues === undefined) return 1;
    call.out(has("s") ? queues.map((lines) => `${joinBy(lines, separator)}\n`).join("") : sideBySide(queues, separator));
    return 0;
  };
  return paths.includes("-") ? call.withInput(use) : use("");
};

/** The lines that are left of each file; the standard input is one, however often it is named. */
const openQueues = (call: AppletCall, paths: readonly string[], stdin: string): string[][] | undefined => {
  const input = [...linesOf(stdin)];
  const queues: string[][] = [];
  for (const path of paths) {
    const bytes = path === "-" ? "" : call.readFile(path);
    if (bytes === undefined) return undefined;
    queues.push(path === "-" ? input : [...linesOf(bytes)]);
  }
  return queues;
};

const joinBy = (cells: readonly string[], separator: (at: number) => string): string =>
  cells.map((cell, at) => (at === 0 ? cell : `${separator(at - 1)}${cell}`)).join("");

/** A file that has ended is left out from then on: where it was the last, its row stays open. */
const sideBySide = (queues: readonly string[][], separator: (at: number) => string): string => {
  const open = [...queues];
  let text = "";
  while (open.length > 0)
    for (let at = 0; at < open.length; ) {
      const line = open[at]?.shift();
      if (line === undefined) open.splice(at, 1);
      else {
        text += `${line}${at === open.length - 1 ? "\n" : separator(at)}`;
        at += 1;
      }
    }
  return text;
};
