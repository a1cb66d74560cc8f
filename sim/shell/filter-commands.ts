import type { ShellCommand } from "./commands.ts";
import { fail, ok, readFiles } from "./file-commands.ts";
import type { ShellContext, ShellResult } from "./run-in-container.ts";

/** Commands that turn lines into other lines. */
export const FILTER_COMMANDS: Readonly<Record<string, ShellCommand>> = {
  head: (context, { args, stdin }) => onLines(context, "head", args, stdin, (lines) => lines.slice(0, countOf(args, 10))),
  tail: (context, { args, stdin }) =>
    onLines(context, "tail", args, stdin, (lines) => lines.slice(Math.max(0, lines.length - countOf(args, 10)))),
  sort: (context, { args, stdin }) => onLines(context, "sort", args, stdin, (lines) => sortLines(args, lines)),
  uniq: (context, { args, stdin }) => onLines(context, "uniq", args, stdin, (lines) => lines.filter((line, i) => line !== lines[i - 1])),
  tac: (context, { args, stdin }) => onLines(context, "tac", args, stdin, (lines) => [...lines].reverse()),
  cut: (context, { args, stdin }) => onLines(context, "cut", args, stdin, (lines) => lines.map((line) => cutLine(args, line))),
  wc: (context, { args, stdin }) => countWords(context, args, stdin),
  grep: (context, { args, stdin }) => grep(context, args, stdin),
  tr: (_context, { args, stdin }) => ok(translate(args, stdin)),
  sed: (context, { args, stdin }) => sed(context, args, stdin),
  awk: (context, { args, stdin }) => awk(context, args, stdin),
  xargs: (_context, { args, stdin }) =>
    ok(`${[...(args.length === 0 ? [] : args.slice(1)), ...stdin.split(/\s+/).filter(Boolean)].join(" ")}\n`),
};

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Arguments that are files: neither options nor the values of those that take one. */
const filesOf = (args: readonly string[]): readonly string[] =>
  args.filter((arg, i) => !arg.startsWith("-") && !/^-[nfdkt]$/.test(args[i - 1] ?? ""));

const onLines = (
  context: ShellContext,
  name: string,
  args: readonly string[],
  stdin: string,
  change: (lines: readonly string[]) => readonly string[],
): ShellResult => {
  const files = filesOf(args);
  const input = files.length === 0 ? ok(stdin) : readFiles(context, name, files);
  return { ...input, stdout: joined(change(linesOf(input.stdout))) };
};

const countOf = (args: readonly string[], fallback: number): number => {
  const separate = args.indexOf("-n");
  const text = separate >= 0 ? args[separate + 1] : args.find((arg) => /^-(n)?\d+$/.test(arg))?.replace(/^-n?/, "");
  return text === undefined ? fallback : Math.abs(Number(text));
};

const sortLines = (args: readonly string[], lines: readonly string[]): readonly string[] => {
  const flags = args.filter((arg) => arg.startsWith("-")).join("");
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...lines].sort(flags.includes("n") ? (a, b) => Number.parseFloat(a) - Number.parseFloat(b) || byText(a, b) : byText);
  const ordered = flags.includes("r") ? sorted.reverse() : sorted;
  return flags.includes("u") ? [...new Set(ordered)] : ordered;
};

const optionOf = (args: readonly string[], flag: string): string | undefined => {
  const index = args.indexOf(flag);
  return index >= 0 ? args[index + 1] : args.find((arg) => arg.startsWith(flag) && arg.length > flag.length)?.slice(flag.length);
};

const cutLine = (args: readonly string[], line: string): string => {
  const delimiter = optionOf(args, "-d") ?? "\t";
  const fields = (optionOf(args, "-f") ?? "1").split(",").map(Number);
  const parts = line.split(delimiter);
  return parts.length === 1 ? line : fields.map((field) => parts[field - 1] ?? "").join(delimiter);
};

const countWords = (context: ShellContext, args: readonly string[], stdin: string): ShellResult => {
  const files = filesOf(args);
  const input = files.length === 0 ? ok(stdin) : readFiles(context, "wc", files);
  const flags = args.filter((arg) => arg.startsWith("-")).join("") || "-lwc";
  const text = input.stdout;
  const counts: readonly (readonly [string, number])[] = [
    ["l", text.split("\n").length - 1],
    ["w", text.split(/\s+/).filter(Boolean).length],
    ["c", text.length],
  ];
  const wanted = counts.filter(([flag]) => flags.includes(flag)).map(([, count]) => count);
  const columns = wanted.length === 1 ? `${wanted[0]}` : wanted.map((count) => `${count}`.padStart(9)).join("");
  return { ...input, stdout: `${columns}${files.length === 0 ? "" : ` ${files[0]}`}\n` };
};

const grep = (context: ShellContext, args: readonly string[], stdin: string): ShellResult => {
  const flags = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join("");
  const [pattern = "", ...files] = args.filter((arg) => !arg.startsWith("-"));
  const input = files.length === 0 ? ok(stdin) : readFiles(context, "grep", files);
  const expression = toRegExp(flags.includes("F") ? pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") : pattern, flags.includes("i"));
  if (expression === undefined) return fail(`grep: bad regex '${pattern}'`, 2);
  const found = linesOf(input.stdout).filter((line) => expression.test(line) !== flags.includes("v"));
  const status = input.status !== 0 ? 2 : found.length > 0 ? 0 : 1;
  if (flags.includes("q")) return { ...input, status, stdout: "" };
  return { ...input, status, stdout: flags.includes("c") ? `${found.length}\n` : joined(found) };
};

const toRegExp = (pattern: string, ignoreCase: boolean): RegExp | undefined => {
  try {
    return new RegExp(pattern.replaceAll("\\|", "|").replaceAll("\\+", "+"), ignoreCase ? "i" : "");
  } catch {
    return undefined;
  }
};

const CLASSES: Readonly<Record<string, string>> = {
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "a-z": "abcdefghijklmnopqrstuvwxyz",
  "A-Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "0-9": "0123456789",
};

const ESCAPED: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\0": "\0", "\\\\": "\\" };

const characters = (set: string): string => CLASSES[set] ?? set.replaceAll(/\\[nt0\\]/g, (sequence) => ESCAPED[sequence] ?? sequence);

const translate = (args: readonly string[], stdin: string): string => {
  const [from = "", to = ""] = args.filter((arg) => !arg.startsWith("-")).map(characters);
  if (args.includes("-d")) return [...stdin].filter((character) => !from.includes(character)).join("");
  return [...stdin]
    .map((character) => (from.includes(character) ? (to[Math.min(from.indexOf(character), to.length - 1)] ?? "") : character))
    .join("");
};

/** Substitutions and single lines: `s/a/b/g`, `5p` with -n. */
const sed = (context: ShellContext, args: readonly string[], stdin: string): ShellResult => {
  const [script = "", ...files] = args.filter((arg) => !arg.startsWith("-"));
  const input = files.length === 0 ? ok(stdin) : readFiles(context, "sed", files);
  const substitution = /^s(.)(.*?)\1(.*?)\1([gi]*)$/.exec(script);
  const lines = linesOf(input.stdout);
  if (substitution !== null) {
    const [, , pattern = "", replacement = "", flags = ""] = substitution;
    const expression = toRegExp(pattern, flags.includes("i"));
    if (expression === undefined) return fail(`sed: bad regex '${pattern}'`);
    const global = new RegExp(expression.source, `${expression.flags}${flags.includes("g") ? "g" : ""}`);
    return { ...input, stdout: joined(lines.map((line) => line.replace(global, replacement.replaceAll(/\\(\d)/g, "$$$1")))) };
  }
  const range = /^(\d+)(?:,(\d+))?p$/.exec(script);
  if (range === null || !args.includes("-n")) return fail(`sed: unsupported command ${script}`);
  return { ...input, stdout: joined(lines.slice(Number(range[1]) - 1, Number(range[2] ?? range[1]))) };
};

/** `{print $1, $3}` with an optional separator. */
const awk = (context: ShellContext, args: readonly string[], stdin: string): ShellResult => {
  const separator = optionOf(args, "-F");
  const [program = "", ...files] = args.filter((arg, i) => !arg.startsWith("-") && args[i - 1] !== "-F");
  const print = /^(?:\/(.*)\/\s*)?\{\s*print\s*(.*?)\s*\}$/.exec(program.trim());
  if (print === null) return fail(`awk: cmd. line:1: Unexpected token`);
  const input = files.length === 0 ? ok(stdin) : readFiles(context, "awk", files);
  const filter = print[1] === undefined ? undefined : toRegExp(print[1], false);
  const lines = linesOf(input.stdout).filter((line) => filter === undefined || filter.test(line));
  return { ...input, stdout: joined(lines.map((line) => printFields(print[2] ?? "", line, separator))) };
};

const printFields = (expression: string, line: string, separator: string | undefined): string => {
  if (expression === "") return line;
  const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
  return expression
    .split(",")
    .map((term) =>
      term
        .trim()
        .replaceAll(/\$(NF|\d+)/g, (_match, field: string) =>
          field === "0" ? line : (fields[(field === "NF" ? fields.length : Number(field)) - 1] ?? ""),
        ),
    )
    .map((term) => term.replace(/^"(.*)"$/, "$1"))
    .join(" ");
};
