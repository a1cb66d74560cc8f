/** Renders a JSON value as KYAML: YAML in flow style, text always quoted, `---` before each document. */
export const toKyaml = (value: unknown): string => `---\n${nodeText(value, 0)}\n`;

const pad = (indent: number): string => "  ".repeat(indent);

const isCollection = (value: unknown): value is object => typeof value === "object" && value !== null;

const nodeText = (value: unknown, indent: number): string => {
  if (Array.isArray(value)) return listText(value, indent);
  if (isCollection(value)) return mapText(value as Readonly<Record<string, unknown>>, indent);
  return typeof value === "string" ? textOf(value, indent + 1) : String(value);
};

/** Renders a list; lists of maps and of lists share their brackets' lines. */
const listText = (items: readonly unknown[], indent: number): string => {
  if (items.length === 0) return "[]";
  if (items.every(isCollection)) return `[${items.map((item) => nodeText(item, indent)).join(", ")}]`;
  return `[\n${items.map((item) => `${pad(indent + 1)}${nodeText(item, indent + 1)},\n`).join("")}${pad(indent)}]`;
};

const mapText = (map: Readonly<Record<string, unknown>>, indent: number): string => {
  const keys = Object.keys(map)
    .filter((key) => map[key] !== undefined)
    .sort();
  if (keys.length === 0) return "{}";
  const lines = keys.map((key) => `${pad(indent + 1)}${keyText(key, indent + 1)}: ${nodeText(map[key], indent + 1)},\n`);
  return `{\n${lines.join("")}${pad(indent)}}`;
};

const AMBIGUOUS = /^(null|~|true|t|y|yes|on|false|f|n|no|off|[-+]?\.?inf(inity)?|\.?nan)$/i;
const NUMBER = /^[-+]?(0x[\da-f]+|0b[01]+|0o?[0-7]+|(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?)$/i;
const BASE60 = /^[+-]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}([Tt ].*)?$/;

const keyText = (key: string, indent: number): string => {
  const isPlain = /^[\p{L}\p{N}_]([\p{L}\p{N}_./-]*[\p{L}\p{N}_])?$/u.test(key);
  const isOther = AMBIGUOUS.test(key) || NUMBER.test(key.replaceAll("_", "")) || BASE60.test(key) || DATE.test(key);
  return isPlain && !isOther ? key : textOf(key, indent + 1);
};

/** Renders a text; one of several lines is folded after each, one blank deeper than its quotes. */
const textOf = (text: string, indent: number): string => {
  if (!text.includes("\n")) return `"${[...text].map(escaped).join("")}"`;
  const lines = text.split("\n");
  const last = lines.pop() as string;
  const body = lines.map((line) => `${lead(line, indent)}${[...line].map(escaped).join("")}\\n\\\n`).join("");
  const rest = last === "" ? "" : `${lead(last, indent)}${[...last].map(escaped).join("")}\\\n`;
  return `"\\\n${body}${rest}${pad(indent)}"`;
};

/** Indents a line; a blank at its start is escaped, since it would be lost otherwise. */
const lead = (line: string, indent: number): string => `${pad(indent)}${/^\s/.test(line) ? "\\" : " "}`;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\t": "\t",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\r": "\\r",
  "\v": "\\v",
  "\0": "\\0",
  "\x1b": "\\e",
  "\x85": "\\N",
  "\xa0": "\\_",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

const escaped = (char: string): string => {
  const known = ESCAPES[char];
  if (known !== undefined) return known;
  if (char === " " || !/[\p{C}\p{Z}]/u.test(char)) return char;
  const code = char.codePointAt(0) as number;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
};
