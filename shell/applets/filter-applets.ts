import { decodeBase64, encodeBase64 } from "#core/base64.ts";
import { bytesOfText, textOfBytes } from "#core/latin1.ts";
import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { awk } from "./awk.ts";
import { cat } from "./cat.ts";
import { cut } from "./cut.ts";
import { grep } from "./grep.ts";
import { linesOf } from "./lines-of.ts";
import { INT_MAX, numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";
import { paste } from "./paste.ts";
import { sed } from "./sed.ts";
import { firstLines, lastLines } from "./some-lines.ts";
import { SORT_LETTERS, sortLines } from "./sort-lines.ts";
import { tr } from "./tr.ts";
import { wc } from "./wc.ts";
import { xargs } from "./xargs.ts";

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** A filter that needs all lines before it can write any. */
const onLines =
  (known: string, change: (lines: readonly string[], call: AppletCall) => readonly string[]): Applet =>
  (call) =>
    call.withFiles(readOptions(call.args, known).rest, (bytes, failures) => {
      call.out(joined(change(linesOf(bytes), call)));
      return failures > 0 ? 1 : 0;
    });

const countOf = (
  call: AppletCall,
): {
  readonly rest: readonly string[];
  readonly bytes: number | undefined;
  readonly lines: string;
  /** So many at the end are left out. */
  readonly isAllBut: boolean;
  /** It begins with the byte or line of that number. */
  readonly isFrom: boolean;
  readonly isQuiet: boolean;
  readonly follows: boolean;
} => {
  const args = call.args.map((arg, i) => (/^-\d+$/.test(arg) && !/^-[a-z]*[nc]$/.test(call.args[i - 1] ?? "") ? `-n${arg.slice(1)}` : arg));
  const { rest, value, has } = readOptions(args, "n:c:qvfFs: lines=n bytes=c");
  const size = value("c");
  return {
    rest,
    bytes: size === undefined ? undefined : parseSize(size),
    lines: value("n") ?? "10",
    isAllBut: (size ?? value("n") ?? "").startsWith("-"),
    isFrom: (size ?? value("n") ?? "").startsWith("+"),
    isQuiet: has("q"),
    follows: has("f") || has("F"),
  };
};

const parseSize = (text: string): number => {
  const match = /^[-+]?(\d+)([kmb]?)/i.exec(text);
  return Number(match?.[1] ?? 0) * ({ k: 1024, m: 1_048_576, b: 512 }[(match?.[2] ?? "").toLowerCase()] ?? 1);
};

/** Ends as soon as it has its lines, so that an endless writer before it ends too. */
const head: Applet = (call) => {
  const { rest, bytes, lines, isAllBut, isQuiet } = countOf(call);
  if (bytes === undefined && !/^[-+]?\d+[kmb]?$/i.test(lines)) return call.fail(`invalid number '${lines}'`);
  const cut = (text: string): string => {
    if (bytes !== undefined) return isAllBut ? text.slice(0, Math.max(0, text.length - bytes)) : text.slice(0, bytes);
    const all = text.split(/(?<=\n)/);
    return all.slice(0, isAllBut ? Math.max(0, all.length + Number(lines)) : Number(lines)).join("");
  };
  if (rest.length === 0 || (rest.length === 1 && takeEndless(call, rest[0] as string))) {
    if (!isAllBut) return passOnBeginning(call, { most: bytes ?? parseSize(lines), isInLines: bytes === undefined });
    return call.withInput((input) => {
      call.out(cut(input));
      return 0;
    });
  }
  let status = 0;
  for (const [index, path] of rest.entries()) {
    const content = call.readFile(path, isAllBut ? undefined : bytes);
    if (content === undefined) status = 1;
    else call.out(`${rest.length > 1 && !isQuiet ? `${index > 0 ? "\n" : ""}==> ${path} <==\n` : ""}${cut(content)}`);
  }
  return status;
};

/** Makes an endless device the standard input; false if a path is none. */
const takeEndless = (call: AppletCall, path: string): boolean => {
  if (!ENDLESS.test(call.path(path))) return false;
  const opened = call.machine.open(call.proc, path, "read");
  if ("error" in opened) return false;
  call.proc.fds = { ...call.proc.fds, 0: opened };
  return true;
};

const ENDLESS = /^\/dev\/(zero|u?random)$/;

/** Passes on so many bytes or lines of the input, as they come. */
const passOnBeginning = (call: AppletCall, { most, isInLines }: { readonly most: number; readonly isInLines: boolean }): AppletResult => {
  let left = typeof call.state === "number" ? call.state : most;
  while (left > 0) {
    if (call.machine.isFull(call.proc, 1)) return { wait: { on: "room", number: 1 }, state: left };
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined) return call.awaitInput(left);
    const part = isInLines ? firstLines(taken.bytes, left) : taken.bytes.slice(0, left);
    call.out(part);
    left -= isInLines ? part.split("\n").length - 1 : part.length;
    if (taken.isEnd || call.proc.exit !== undefined) return 0;
  }
  return 0;
};

const tail: Applet = (call) => {
  const { rest, bytes, lines, isFrom, follows } = countOf(call);
  const cut = (text: string): string => {
    if (bytes !== undefined) return text.slice(Math.max(0, isFrom ? bytes - 1 : text.length - bytes));
    if (isFrom) return text.slice(firstLines(text, Number(lines.slice(1)) - 1).length);
    return lastLines(text, Math.abs(Number(lines)));
  };
  const [path] = rest;
  if (path !== undefined && ENDLESS.test(call.path(path))) return devour(call);
  if (!follows || path === undefined)
    return call.withFiles(rest, (text, failures) => {
      if (failures > 0 && failures === rest.length) return call.fail("no files");
      call.out(cut(text));
      return failures > 0 ? 1 : 0;
    });
  return follow(call, path, cut);
};

/** The end of an endless file is looked for in memory. */
const devour = (call: AppletCall): AppletResult => {
  const { machine, proc } = call;
  const startedAtMs = typeof call.state === "number" ? call.state : machine.nowMs;
  proc.heapMiB = ((machine.nowMs - startedAtMs) * DEVOURED_MIB_PER_S) / 1000;
  return call.awaitTime(machine.nowMs + 100, startedAtMs);
};

const DEVOURED_MIB_PER_S = 500;

/** Looks once a second whether the file has grown. */
const follow = (call: AppletCall, path: string, cut: (text: string) => string): AppletResult => {
  const { machine } = call;
  if (/^\/dev\/null$/.test(call.path(path))) return { wait: { on: "ever" }, state: undefined };
  const content = machine.fs.read(call.path(path));
  const seen = typeof call.state === "number" ? call.state : undefined;
  if (!content.ok && seen === undefined) return call.fail(`can't open '${path}': ${content.error}`);
  const text = content.ok ? content.bytes : "";
  call.out(seen === undefined ? cut(text) : text.slice(text.length < seen ? 0 : seen));
  return call.awaitTime(machine.nowMs + 1000, text.length);
};

const uniq = (lines: readonly string[], call: AppletCall): readonly string[] => {
  const { has } = readOptions(call.args, "cdui");
  const groups: { line: string; count: number }[] = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last !== undefined && (has("i") ? last.line.toLowerCase() === line.toLowerCase() : last.line === line)) last.count += 1;
    else groups.push({ line, count: 1 });
  }
  return groups
    .filter(({ count }) => (has("d") ? count > 1 : has("u") ? count === 1 : true))
    .map(({ line, count }) => (has("c") ? `${`${count}`.padStart(7)} ${line}` : line));
};

const tee: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "ai");
  const written = typeof call.state === "object" && call.state !== null;
  for (;;) {
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined && written) return call.awaitInput({});
    for (const path of rest) {
      const opened = call.machine.open(call.proc, path, has("a") || written ? "append" : "write");
      if ("error" in opened) call.err(`tee: ${path}: ${opened.error}\n`);
      else call.machine.write({ ...call.proc, fds: { ...call.proc.fds, 9: opened } }, 9, taken?.bytes ?? "");
    }
    call.out(taken?.bytes ?? "");
    if (taken?.isEnd === true) return 0;
    return call.awaitInput({});
  }
};

const base64: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "dw:");
  const width = numberOption(call, value("w") ?? "76", { least: 0, most: INT_MAX });
  if (width === undefined) return 1;
  return call.withFiles(rest, (bytes, failures) => {
    if (has("d")) call.out(textOfBytes(decodeBase64(bytes)));
    else {
      const text = encodeBase64(bytesOfText(bytes));
      call.out(width === 0 ? text : joined(piecesOf(text, width)));
    }
    return failures > 0 ? 1 : 0;
  });
};

const fold: Applet = (call) => {
  const width = numberOption(call, readOptions(call.args, "w:s").value("w") ?? "80", { least: 1, most: 10_000 });
  return width === undefined ? 1 : onLines("w:s", (lines) => lines.flatMap((line) => (line === "" ? [""] : piecesOf(line, width))))(call);
};

const piecesOf = (text: string, width: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / width) }, (_, index) => text.slice(index * width, (index + 1) * width));

/** A file that cannot be read leaves nothing to sort. */
const sort: Applet = (call) => {
  const { rest, unknown } = readOptions(call.args, SORT_LETTERS);
  if (unknown !== undefined) return call.misuse(unknown, SORT_USAGE, 2);
  return call.withFiles(rest, (bytes, failures) => {
    if (failures > 0) return 2;
    call.out(joined(sortLines(linesOf(bytes), call.args)));
    return 0;
  });
};

const SORT_USAGE = `sort [-nrugMcszbdfiokt] [-o FILE] [-k START[.OFS][OPTS][,END[.OFS][OPTS]] [-t CHAR] [FILE]...

Sort lines of text

	-o FILE	Output to FILE
	-c	Check whether input is sorted
	-b	Ignore leading blanks
	-f	Ignore case
	-i	Ignore unprintable characters
	-d	Dictionary order (blank or alphanumeric only)
	-n	Sort numbers
	-g	General numerical sort
	-M	Sort month
	-V	Sort version
	-t CHAR	Field separator
	-k N[,M] Sort by Nth field
	-r	Reverse sort order
	-s	Stable (don't sort ties alphabetically)
	-u	Suppress duplicate lines
	-z	NUL terminated input and output
`;

/** Applets that turn lines into other lines. */
export const FILTER_APPLETS: Readonly<Record<string, Applet>> = {
  awk,
  base64,
  cat,
  cut,
  egrep: (call) => grep(call, "E"),
  fgrep: (call) => grep(call, "F"),
  fold,
  grep: (call) => grep(call, ""),
  head,
  nl: onLines("b:", (lines) => {
    let number = 0;
    return lines.map((line) => (line === "" ? "       " : `${`${++number}`.padStart(6)}\t${line}`));
  }),
  paste,
  rev: onLines("", (lines) => lines.map((line) => [...line].reverse().join(""))),
  sed,
  sort,
  strings: onLines("n:", (lines) => lines.filter((line) => line.length >= 4)),
  tac: onLines("", (lines) => [...lines].reverse()),
  tail,
  tee,
  tr,
  uniq: onLines("cdui", uniq),
  wc,
  xargs,
};
