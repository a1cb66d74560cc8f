/**
 * Renders a JSON value as YAML, byte for byte as kubectl does: sorted keys, lists not indented under their key, strings quoted
 * and folded by the rules of the Go library that kubectl uses (YAML 1.1).
 */
export const toYaml = (value: unknown): string => {
  if (isEmptyCollection(value) || !isCollection(value)) return `${inline(value, 0, 0)}\n`;
  return writeCollection(value, 0, false).slice(1);
};

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

const isCollection = (value: unknown): value is Collection => typeof value === "object" && value !== null;

const isEmptyCollection = (value: unknown): boolean =>
  isCollection(value) && (Array.isArray(value) ? value.length === 0 : definedKeys(value as Readonly<Record<string, unknown>>).length === 0);

const definedKeys = (value: Readonly<Record<string, unknown>>): string[] => Object.keys(value).filter((key) => value[key] !== undefined);

/** Renders a collection, starting with a line break unless its first entry shares a `- ` line. */
const writeCollection = (value: Collection, indent: number, sharesLine: boolean): string =>
  Array.isArray(value) ? writeList(value, indent, sharesLine) : writeMap(value as Readonly<Record<string, unknown>>, indent, sharesLine);

const writeList = (items: readonly unknown[], indent: number, sharesLine: boolean): string => {
  const pad = " ".repeat(indent);
  let text = "";
  items.forEach((item, index) => {
    text += index === 0 && sharesLine ? "- " : `${index === 0 ? "\n" : ""}${pad}- `;
    if (isCollection(item) && !isEmptyCollection(item)) text += writeCollection(item, indent + 2, true);
    else text += `${inline(item, indent + 2, indent + 2)}\n`;
  });
  return text;
};

const writeMap = (map: Readonly<Record<string, unknown>>, indent: number, sharesLine: boolean): string => {
  const pad = " ".repeat(indent);
  let text = "";
  definedKeys(map)
    .sort(compareKeys)
    .forEach((key, index) => {
      const name = keyText(key);
      text += index === 0 && sharesLine ? `${name}:` : `${index === 0 ? "\n" : ""}${pad}${name}:`;
      const value = map[key];
      if (!isCollection(value) || isEmptyCollection(value)) text += ` ${inline(value, indent + 2, indent + name.length + 2)}\n`;
      else text += writeCollection(value, Array.isArray(value) ? indent : indent + 2, false);
    });
  return text;
};

const keyText = (key: string): string => {
  const text = inline(key, 0, Number.NEGATIVE_INFINITY);
  return text === "" ? "''" : text.startsWith("|") ? doubleQuoted(key, 0, Number.NEGATIVE_INFINITY) : text;
};

const inline = (value: unknown, indent: number, column: number): string => {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return stringText(value, indent, column);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "object") return Array.isArray(value) ? "[]" : "{}";
  return String(value);
};

const numberText = (value: number): string => {
  const text = String(value);
  return Number.isInteger(value) || !text.includes("e") ? text : text.replace(/e([+-])(\d)$/, "e$10$2");
};

const SAFE = /^[A-Za-z_/(][\w./:@=+()-]*$/;
const RESERVED = new Set(
  "y Y yes Yes YES true True TRUE on On ON n N no No NO false False FALSE off Off OFF ~ null Null NULL .nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF <<".split(
    " ",
  ),
);

const stringText = (text: string, indent: number, column: number): string => {
  if (text === "") return '""';
  if (SAFE.test(text) && !RESERVED.has(text) && !text.endsWith(":")) return text;
  const shape = analyse(text);
  if (text.includes("\n")) return shape.blockAllowed ? literal(text, indent) : doubleQuoted(text, indent, column);
  if (resolvesToOtherType(text)) return doubleQuoted(text, indent, column);
  if (shape.plainAllowed) return fold(text, indent, column, text.length);
  return shape.singleAllowed ? singleQuoted(text, indent, column) : doubleQuoted(text, indent, column);
};

const NUMBER = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const INTEGER = /^[-+]?(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[0-9]+)$/;
const BASE60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|\s+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:Z|[-+]\d\d:\d\d)?)?$/;

const resolvesToOtherType = (text: string): boolean => {
  if (RESERVED.has(text)) return true;
  if (!/^[-+.0-9]/.test(text)) return false;
  const plain = text.replaceAll("_", "");
  return INTEGER.test(plain) || NUMBER.test(plain) || BASE60.test(text) || TIMESTAMP.test(text);
};

interface Shape {
  readonly plainAllowed: boolean;
  readonly singleAllowed: boolean;
  readonly blockAllowed: boolean;
}

const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|[\ud800-\udfff]/u;

/** Analyses a scalar in block context as libyaml does: the styles that it allows. */
const analyse = (text: string): Shape => {
  const special = UNPRINTABLE.test(text) || text.includes("\t") || / [\n\r]/.test(text) || text.includes("\r");
  const indicator =
    /^[#,[\]{}&*!|>'"%@`]/.test(text) ||
    /^[?:-](\s|$)/.test(text) ||
    /^(---|\.\.\.)/.test(text) ||
    /:(\s|$)/.test(text) ||
    /\s#/.test(text);
  const edge = /^[ \n]|[ \n]$/.test(text);
  const breakSpace = /\n /.test(text);
  return {
    plainAllowed: !special && !indicator && !edge && !breakSpace && !text.includes("\n"),
    singleAllowed: !special && !breakSpace,
    blockAllowed: !special && !text.endsWith(" "),
  };
};

const BEST_WIDTH = 80;

/** Folds at single blanks after 80 characters; `column` is where the text begins. */
const fold = (text: string, indent: number, column: number, lastBreak: number): string => {
  if (column + text.length <= BEST_WIDTH) return text;
  const pad = " ".repeat(indent);
  let out = "";
  let at = column;
  let wasSpace = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    const isBreak = char === " " && !wasSpace && at > BEST_WIDTH && i > 0 && i < lastBreak && text[i + 1] !== " ";
    out += isBreak ? `\n${pad}` : char;
    at = isBreak ? indent : at + 1;
    wasSpace = char === " ";
  }
  return out;
};

const singleQuoted = (text: string, indent: number, column: number): string =>
  `'${fold(text.replaceAll("'", "''"), indent, column + 1, text.replaceAll("'", "''").length - 1)}'`;

const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\x1b": "\\e",
  '"': '\\"',
  "\\": "\\\\",
  "\x85": "\\N",
  "\xa0": "\\_",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

const doubleQuoted = (text: string, indent: number, column: number): string => {
  const pad = " ".repeat(indent);
  let out = '"';
  let at = column + 1;
  let wasSpace = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === " " && !wasSpace && at > BEST_WIDTH && i > 0 && i < text.length - 1) {
      out += `\n${pad}${text[i + 1] === " " ? "\\" : ""}`;
      at = indent;
      wasSpace = true;
      continue;
    }
    const piece = ESCAPES[char] ?? (/[\x00-\x1f\x7f-\x9f\ufeff]/.test(char) ? hexEscape(char) : char);
    out += piece;
    at += piece.length;
    wasSpace = char === " ";
  }
  return `${out}"`;
};

const hexEscape = (char: string): string => {
  const code = char.charCodeAt(0);
  return code <= 0xff ? `\\x${code.toString(16).toUpperCase().padStart(2, "0")}` : `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`;
};

/** Renders a literal block, `|` with its chomping indicator; the caller adds the last line break. */
const literal = (text: string, indent: number): string => {
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const chomp = !text.endsWith("\n") ? "-" : text === "\n" || text.endsWith("\n\n") ? "+" : "";
  const pad = " ".repeat(indent);
  const body = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").map((line) => (line === "" ? "" : `${pad}${line}`));
  return `|${hint}${chomp}\n${body.join("\n")}`;
};

const isLetter = (char: string): boolean =>
  char < "\u0080" ? (char >= "a" && char <= "z") || (char >= "A" && char <= "Z") : /\p{L}/u.test(char);
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/** Compares keys as the Go library does: letters after everything else, runs of digits by value. */
export const compareKeys = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left[i] as string;
    const b = right[i] as string;
    if (a === b) continue;
    const aLetter = isLetter(a);
    const bLetter = isLetter(b);
    if (aLetter && bLetter) return a < b ? -1 : 1;
    if (aLetter || bLetter) return bLetter ? -1 : 1;
    return compareNumbersAt(left, right, i) || (a < b ? -1 : 1);
  }
  return left.length - right.length;
};

const compareNumbersAt = (left: string, right: string, at: number): number => {
  let leftEnd = at;
  let rightEnd = at;
  while (isDigit(left[leftEnd])) leftEnd++;
  while (isDigit(right[rightEnd])) rightEnd++;
  const leading = (left[at] === "0" || right[at] === "0") && /[1-9]\d*$/.test(left.slice(0, at)) ? "1" : "";
  const difference = Number(`${leading}${left.slice(at, leftEnd)}` || "0") - Number(`${leading}${right.slice(at, rightEnd)}` || "0");
  return difference !== 0 ? difference : leftEnd - rightEnd;
};
