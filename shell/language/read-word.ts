import { ShellSyntaxError, type Word, type WordPart } from "./syntax.ts";

/** A place in a text that is being read. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Reads one word from the cursor on: up to an unquoted blank or operator. */
export const readWord = (cursor: Cursor): Word => readParts(cursor, (character) => BREAKS.has(character));

/** Reads a text whose quotes have no meaning, as in a here-document: variables and substitutions are all there is. */
export const readHereText = (text: string): Word => {
  const cursor: Cursor = { text, at: 0 };
  const parts = new Parts();
  while (cursor.at < text.length) readQuotedPiece(cursor, parts, HERE_ESCAPES);
  return parts.done();
};

const BREAKS = new Set([" ", "\t", "\n", ";", "&", "|", "(", ")", "<", ">"]);
const QUOTED_ESCAPES = new Set(["$", "`", '"', "\\", "\n"]);
const HERE_ESCAPES = new Set(["$", "`", "\\", "\n"]);

/** Collects parts; neighbouring texts of one kind are joined. */
class Parts {
  readonly #parts: WordPart[] = [];
  #text = "";
  #quoted = false;

  text(text: string, quoted: boolean): void {
    if (this.#quoted !== quoted) this.#flush();
    this.#quoted = quoted;
    this.#text += text;
  }

  /** An empty pair of quotes is a word too. */
  emptyQuotes(): void {
    this.#flush();
    this.#parts.push({ kind: "text", text: "", quoted: true });
  }

  add(part: WordPart): void {
    this.#flush();
    this.#parts.push(part);
  }

  done(): Word {
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#text !== "") this.#parts.push({ kind: "text", text: this.#text, quoted: this.#quoted });
    this.#text = "";
  }
}

const readParts = (cursor: Cursor, ends: (character: string) => boolean): Word => {
  const parts = new Parts();
  const { text } = cursor;
  while (cursor.at < text.length) {
    const character = text[cursor.at] as string;
    if (ends(character)) break;
    if (character === "'") readSingleQuotes(cursor, parts);
    else if (character === '"') readDoubleQuotes(cursor, parts);
    else if (character === "\\") readEscape(cursor, parts);
    else if (character === "$" || character === "`") readExpansion(cursor, parts, false);
    else {
      parts.text(character, false);
      cursor.at += 1;
    }
  }
  return parts.done();
};

const readSingleQuotes = (cursor: Cursor, parts: Parts): void => {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end < 0) throw unterminated(cursor);
  const text = cursor.text.slice(cursor.at + 1, end);
  if (text === "") parts.emptyQuotes();
  else parts.text(text, true);
  cursor.at = end + 1;
};

const readDoubleQuotes = (cursor: Cursor, parts: Parts): void => {
  const start = cursor.at;
  cursor.at += 1;
  if (cursor.text[cursor.at] === '"') parts.emptyQuotes();
  while (cursor.text[cursor.at] !== '"') {
    if (cursor.at >= cursor.text.length) throw unterminated({ text: cursor.text, at: start });
    readQuotedPiece(cursor, parts, QUOTED_ESCAPES);
  }
  cursor.at += 1;
};

const readQuotedPiece = (cursor: Cursor, parts: Parts, escapes: ReadonlySet<string>): void => {
  const character = cursor.text[cursor.at] as string;
  if (character === "$" || character === "`") return readExpansion(cursor, parts, true);
  const next = cursor.text[cursor.at + 1];
  if (character === "\\" && next !== undefined && escapes.has(next)) {
    if (next !== "\n") parts.text(next, true);
    cursor.at += 2;
    return;
  }
  parts.text(character, true);
  cursor.at += 1;
};

const readEscape = (cursor: Cursor, parts: Parts): void => {
  const next = cursor.text[cursor.at + 1];
  if (next === undefined) parts.text("\\", true);
  else if (next !== "\n") parts.text(next, true);
  cursor.at += 2;
};

const readExpansion = (cursor: Cursor, parts: Parts, quoted: boolean): void => {
  const { text, at } = cursor;
  if (text[at] === "`") return readBackticks(cursor, parts, quoted);
  if (!quoted && text[at + 1] === "'") return readDollarQuotes(cursor, parts);
  if (text.startsWith("$((", at)) {
    const end = closingOfArithmetic(text, at + 3);
    if (end !== undefined) {
      parts.add({ kind: "arithmetic", expression: readHereText(text.slice(at + 3, end)), quoted });
      cursor.at = end + 2;
      return;
    }
  }
  if (text.startsWith("$(", at)) {
    const end = closingParenthesis(text, at + 2);
    if (end === undefined) throw unterminated(cursor);
    parts.add({ kind: "command", script: text.slice(at + 2, end), quoted });
    cursor.at = end + 1;
    return;
  }
  if (text.startsWith("${", at)) return readBraces(cursor, parts, quoted);
  const name = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(text.slice(at + 1, at + 80))?.[0];
  if (name === undefined) parts.text("$", quoted);
  else parts.add({ kind: "variable", name: longName(text, at + 1, name), quoted });
  cursor.at = at + 1 + (name === undefined ? 0 : longName(text, at + 1, name).length);
};

/** `$'…'`: backslash sequences mean control characters. */
const readDollarQuotes = (cursor: Cursor, parts: Parts): void => {
  const match = /^\$'((?:\\[\s\S]|[^'\\])*)'/.exec(cursor.text.slice(cursor.at));
  if (match === null) throw unterminated(cursor);
  const text = (match[1] as string).replaceAll(
    /\\(?:([ntr\\'"])|x([0-9a-fA-F]{1,2}))/g,
    (_whole, letter: string | undefined, hex: string | undefined) =>
      hex === undefined
        ? ({ n: "\n", t: "\t", r: "\r" }[letter as string] ?? (letter as string))
        : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (text === "") parts.emptyQuotes();
  else parts.text(text, true);
  cursor.at += match[0].length;
};

/** Names longer than the window that was looked at. */
const longName = (text: string, at: number, name: string): string => (name.length < 79 ? name : (/^\w+/.exec(text.slice(at))?.[0] ?? name));

const readBackticks = (cursor: Cursor, parts: Parts, quoted: boolean): void => {
  let script = "";
  let at = cursor.at + 1;
  for (; cursor.text[at] !== "`"; at++) {
    if (at >= cursor.text.length) throw unterminated(cursor);
    if (cursor.text[at] === "\\" && /[$`\\]/.test(cursor.text[at + 1] ?? "")) at += 1;
    script += cursor.text[at];
  }
  parts.add({ kind: "command", script, quoted });
  cursor.at = at + 1;
};

const OPERATOR = /^(:?[-=?+]|##?|%%?|\/\/?|:)/;

const readBraces = (cursor: Cursor, parts: Parts, quoted: boolean): void => {
  const start = cursor.at;
  const rest = cursor.text.slice(start + 2);
  const length = /^#([A-Za-z_]\w*|[0-9]+|[@*?$!-])\}/.exec(rest);
  if (length !== null) {
    parts.add({ kind: "variable", name: length[1] as string, quoted, operator: "length" });
    cursor.at = start + 2 + length[0].length;
    return;
  }
  const name = /^(?:[A-Za-z_]\w*|[0-9]+|[@*#?$!-])/.exec(rest)?.[0];
  if (name === undefined) throw new ShellSyntaxError("bad substitution", lineOf(cursor));
  cursor.at = start + 2 + name.length;
  const operator = OPERATOR.exec(cursor.text.slice(cursor.at))?.[0];
  if (operator === undefined) {
    if (cursor.text[cursor.at] !== "}")
      throw cursor.at >= cursor.text.length ? unterminated(cursor) : new ShellSyntaxError("bad substitution", lineOf(cursor));
    parts.add({ kind: "variable", name, quoted });
    cursor.at += 1;
    return;
  }
  cursor.at += operator.length;
  parts.add({ kind: "variable", name, quoted, operator, ...readOperands(cursor, operator, quoted) });
};

const readOperands = (cursor: Cursor, operator: string, quoted: boolean): { readonly operand: Word; readonly second?: Word } => {
  const separator = operator === ":" ? ":" : operator.startsWith("/") ? "/" : "";
  const isPattern = /^[#%/]/.test(operator);
  const read = (stops: string): Word =>
    quoted && !isPattern ? readQuotedOperand(cursor, stops) : readParts(cursor, (character) => stops.includes(character));
  const operand = read(`}${separator}`);
  const hasSecond = separator !== "" && cursor.text[cursor.at] === separator;
  if (hasSecond) cursor.at += 1;
  const second = hasSecond ? read("}") : undefined;
  if (cursor.text[cursor.at] !== "}") throw unterminated(cursor);
  cursor.at += 1;
  return { operand, ...(second === undefined ? {} : { second }) };
};

/** Inside double quotes, blanks and single quotes of an operand are plain text. */
const readQuotedOperand = (cursor: Cursor, stops: string): Word => {
  const parts = new Parts();
  while (cursor.at < cursor.text.length && !stops.includes(cursor.text[cursor.at] as string)) {
    if (cursor.text[cursor.at] === '"') readDoubleQuotes(cursor, parts);
    else readQuotedPiece(cursor, parts, QUOTED_ESCAPES_IN_BRACES);
  }
  return parts.done();
};

const QUOTED_ESCAPES_IN_BRACES = new Set([...QUOTED_ESCAPES, "}"]);

/** Index of `))` that ends an arithmetic expansion; undefined when it is a command in double parentheses. */
const closingOfArithmetic = (text: string, from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    if (text[at] !== ")") continue;
    if (depth > 0) depth -= 1;
    else return text[at + 1] === ")" ? at : undefined;
  }
  return undefined;
};

/** Index of the parenthesis that ends a command substitution, quotes and nested ones passed over. */
export const closingParenthesis = (text: string, from: number): number | undefined => {
  let depth = 0;
  let caseDepth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    const word = /^(case|esac)(?=[\s;)]|$)/.exec(text.slice(at, at + 5))?.[1];
    if (word !== undefined && (at === from || /[\s;(&|]/.test(text[at - 1] as string))) caseDepth += word === "case" ? 1 : -1;
    if (character === "\\") at += 1;
    else if (character === "'") at = skipTo(text, at, "'");
    else if (character === '"') at = skipDoubleQuotes(text, at);
    else if (character === "#" && /\s/.test(text[at - 1] ?? "\n")) at = skipTo(text, at, "\n");
    else if (character === "(") depth += 1;
    else if (character === ")") {
      if (depth === 0 && caseDepth <= 0) return at;
      if (depth > 0) depth -= 1;
    }
  }
  return undefined;
};

const skipTo = (text: string, at: number, end: string): number => {
  const found = text.indexOf(end, at + 1);
  return found < 0 ? text.length : found;
};

const skipDoubleQuotes = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith("$(", at)) at = closingParenthesis(text, at + 2) ?? text.length;
    else if (text[at] === '"') return at;
  }
  return text.length;
};

/** The line of a place in a text, 1 first. */
export const lineOf = ({ text, at }: Cursor): number => {
  let line = 1;
  for (let i = 0; i < at && i < text.length; i++) if (text[i] === "\n") line += 1;
  return line;
};

const unterminated = (cursor: Cursor): ShellSyntaxError => new ShellSyntaxError("unterminated quoted string", lineOf(cursor), true);
