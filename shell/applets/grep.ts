import { LinearExpression } from "#core/linear-expression.ts";
import type { AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";
import { readOptions } from "./options.ts";
import { posixExpression } from "./posix-expression.ts";

const LETTERS = "EFGivnclqoshHwxrRLm:A:B:C:e:f:z";

/** `grep`; what comes through a pipe is searched as it comes. */
export const grep = (call: AppletCall, mode: string): AppletResult => {
  const options = readOptions(
    call.args.map((arg) => (/^-\d+$/.test(arg) ? `-C${arg.slice(1)}` : arg)),
    LETTERS,
  );
  const given = options.values("e");
  const patterns = (given.length > 0 ? given : [options.rest[0] ?? ""]).flatMap((pattern) => pattern.split("\n"));
  const files = given.length > 0 ? options.rest : options.rest.slice(1);
  if (given.length === 0 && options.rest.length === 0) {
    call.err("grep: missing pattern\n");
    return 2;
  }
  const syntax = options.has("F") || mode === "F" ? "fixed" : options.has("E") || mode === "E" ? "extended" : "basic";
  const expressions: RegExp[] = [];
  for (const pattern of patterns) {
    const expression = posixExpression(pattern, syntax, {
      ignoresCase: options.has("i"),
      isWord: options.has("w"),
      isLine: options.has("x"),
    });
    if (expression === undefined) return call.fail(`bad regex '${pattern}'`, 2);
    expressions.push(expression);
  }
  const isFolder = (path: string): boolean => call.machine.fs.isFolder(call.path(path));
  const goesInto = options.has("r") && (files.length === 0 || files.some(isFolder));
  const search: Search = {
    call,
    options,
    expressions,
    isNamed: (files.length > 1 || options.has("H") || goesInto) && !options.has("h"),
  };
  if (files.length === 0 && !options.has("r")) return searchInput(search);
  return searchFiles(search, options.has("r") && files.length === 0 ? ["."] : files);
};

interface Search {
  readonly call: AppletCall;
  readonly options: ReturnType<typeof readOptions>;
  readonly expressions: readonly RegExp[];
  readonly isNamed: boolean;
}

/** Lines are shown as they come unless something about all of them is asked for. */
const searchInput = (search: Search): AppletResult => {
  const { call, options } = search;
  const needsAll = ["c", "A", "B", "C", "l", "L"].some(options.has);
  if (needsAll) return call.withInput((bytes) => (searchText(search, bytes, "(standard input)") > 0 ? 0 : 1));
  const state = (call.state as { readonly rest: string; readonly found: number; readonly line: number } | undefined) ?? {
    rest: "",
    found: 0,
    line: 0,
  };
  let { rest, found, line } = state;
  for (;;) {
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined) return call.awaitInput({ rest, found, line });
    const text = rest + taken.bytes;
    const cut = taken.isEnd ? text.length : text.lastIndexOf("\n") + 1;
    rest = text.slice(cut);
    found += searchText(search, text.slice(0, cut), "(standard input)", { lines: line, matches: found });
    line += text.slice(0, cut).split("\n").length - 1;
    if ((options.has("q") && found > 0) || found >= limitOf(search)) return 0;
    if (taken.isEnd || call.proc.exit !== undefined) return found > 0 ? 0 : 1;
  }
};

const searchFiles = (search: Search, paths: readonly string[]): AppletResult => {
  const { call, options } = search;
  let [found, failures] = [0, 0];
  const visit = (path: string): void => {
    const full = call.path(path);
    if (options.has("r") && call.machine.fs.isFolder(full)) {
      for (const name of call.machine.fs.list(full)) visit(`${path.replace(/\/$/, "")}/${name}`);
      return;
    }
    const content = call.machine.fs.read(full);
    if (content.ok) found += searchText(search, content.bytes, path);
    else {
      failures += 1;
      if (!options.has("s")) call.err(`grep: ${path}: ${content.error}\n`);
    }
  };
  for (const path of paths) visit(path);
  if (failures > 0) return 2;
  return found > 0 ? 0 : 1;
};

/** After how many lines that match `grep` stops. */
const limitOf = ({ options }: Search): number => Number(options.value("m") ?? Number.POSITIVE_INFINITY);

/** Shows what matches in a text and gives how many lines do; `before`: what was seen of it earlier. */
const searchText = (search: Search, bytes: string, name: string, before = { lines: 0, matches: 0 }): number => {
  const { call, options, expressions, isNamed } = search;
  const lines = linesOf(bytes);
  const limit = limitOf(search) - before.matches;
  const matches: number[] = [];
  for (const [index, line] of lines.entries())
    if (matches.length < limit && expressions.some((expression) => expression.test(line)) !== options.has("v")) matches.push(index);
  const prefix = isNamed ? `${name}:` : "";
  if (options.has("q")) return matches.length;
  if (options.has("c")) call.out(`${prefix}${matches.length}\n`);
  else if (options.has("l") || options.has("L")) {
    if (matches.length > 0 !== options.has("L")) call.out(`${name}\n`);
  } else if (options.has("o"))
    for (const index of matches)
      for (const expression of expressions)
        for (const [text] of (lines[index] as string).matchAll(new LinearExpression(expression.source, `${expression.flags}g`)))
          if (text !== "") call.out(`${prefix}${text}\n`);
  if (!["c", "l", "L", "o"].some(options.has)) call.out(withContext(lines, matches, { options, prefix, before: before.lines }));
  if (options.has("L")) return matches.length > 0 ? 0 : 1;
  return matches.length;
};

const withContext = (
  lines: readonly string[],
  matches: readonly number[],
  { options, prefix, before }: { readonly options: Search["options"]; readonly prefix: string; readonly before: number },
): string => {
  const around = Number(options.value("C") ?? "0");
  const [above, below] = [Number(options.value("B") ?? around), Number(options.value("A") ?? around)];
  const isMatch = new Set(matches);
  const shown = new Set<number>();
  for (const index of matches) for (let i = Math.max(0, index - above); i <= Math.min(lines.length - 1, index + below); i++) shown.add(i);
  let text = "";
  let last = -1;
  for (const index of [...shown].sort((a, b) => a - b)) {
    if (above + below > 0 && last >= 0 && index > last + 1) text += "--\n";
    const sign = isMatch.has(index) ? ":" : "-";
    text += `${prefix.replace(/:$/, sign)}${options.has("n") ? `${before + index + 1}${sign}` : ""}${lines[index]}\n`;
    last = index;
  }
  return text;
};
