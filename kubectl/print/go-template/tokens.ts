import { TemplateError } from "./nodes.ts";

/** A token of a template: text outside of actions, or a word within one. */
export interface Token {
  readonly kind:
    | "text"
    | "open"
    | "close"
    | "word"
    | "field"
    | "variable"
    | "string"
    | "number"
    | "pipe"
    | "left"
    | "right"
    | "comma"
    | "declare"
    | "assign"
    | "eof";
  readonly text: string;
  readonly value?: unknown;
  readonly line: number;
  readonly column: number;
  readonly spaceBefore?: boolean;
}

const WORDS: readonly (readonly [Token["kind"], RegExp])[] = [
  ["declare", /^:=/],
  ["assign", /^=/],
  ["pipe", /^\|/],
  ["left", /^\(/],
  ["right", /^\)/],
  ["comma", /^,/],
  ["string", /^"(?:[^"\\\n]|\\.)*"|^`[^`]*`/],
  ["number", /^'(?:[^'\\]|\\.)+'|^[-+]?(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)/],
  ["variable", /^\$\w*(?:\.\w+)*/],
  ["field", /^(?:\.\w+)+|^\./],
  ["word", /^[A-Za-z_]\w*/],
];

/** Splits a template. Throws TemplateError in Go's words. */
export const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  let trimNext = false;
  while (at < text.length) {
    const open = text.indexOf("{{", at);
    const end = open === -1 ? text.length : open;
    const trimLeft = open !== -1 && /^\{\{-\s/.test(text.slice(open, open + 4));
    let plain = text.slice(at, end);
    if (trimNext) plain = plain.trimStart();
    if (trimLeft) plain = plain.trimEnd();
    if (plain !== "") tokens.push({ kind: "text", text: plain, ...place(text, at) });
    if (open === -1) break;
    const action = readAction(text, open, tokens);
    at = action.end;
    trimNext = action.trimsNext;
  }
  tokens.push({ kind: "eof", text: "", ...place(text, text.length) });
  return tokens;
};

const place = (text: string, at: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length };
};

const fail = (text: string, at: number, message: string): TemplateError =>
  new TemplateError(`template: output:${place(text, at).line}: ${message}`);

const COMMENT = /^\{\{(?:- )?\/\*[\s\S]*?\*\/(?: -)?\}\}/;

const readAction = (text: string, open: number, tokens: Token[]): { readonly end: number; readonly trimsNext: boolean } => {
  const comment = COMMENT.exec(text.slice(open));
  if (comment !== null) return { end: open + comment[0].length, trimsNext: comment[0].endsWith("-}}") };
  let at = open + (/^\{\{-\s/.test(text.slice(open, open + 4)) ? 3 : 2);
  tokens.push({ kind: "open", text: "{{", ...place(text, open) });
  for (;;) {
    const blanks = /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    at += blanks;
    if (at >= text.length) throw fail(text, text.length, "unclosed action");
    const rest = text.slice(at);
    if (rest.startsWith("}}")) {
      tokens.push({ kind: "close", text: "}}", ...place(text, at) });
      return { end: at + 2, trimsNext: false };
    }
    if (blanks > 0 && rest.startsWith("-}}")) {
      tokens.push({ kind: "close", text: "}}", ...place(text, at) });
      return { end: at + 3, trimsNext: true };
    }
    const token = readWord(text, at);
    tokens.push({ ...token, spaceBefore: blanks > 0 });
    at += token.text.length;
  }
};

const readWord = (text: string, at: number): Token => {
  const rest = text.slice(at);
  for (const [kind, pattern] of WORDS) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) continue;
    return {
      kind,
      text: found,
      ...place(text, at),
      ...(kind === "string" && { value: unquote(found) }),
      ...(kind === "number" && { value: numberOf(found) }),
    };
  }
  if (rest.startsWith('"')) throw fail(text, at, "unterminated quoted string");
  const char = rest[0] as string;
  throw fail(text, at, `unexpected ${JSON.stringify(char)} in command`);
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", f: "\f", v: "\v" };

const unquote = (text: string): string => {
  if (text.startsWith("`")) return text.slice(1, -1);
  return text.slice(1, -1).replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g, (_, code: string) => {
    if (code.length > 1) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    return ESCAPES[code] ?? code;
  });
};

/** Parses a number; whole ones are integers. */
const numberOf = (text: string): number | bigint => {
  if (text.startsWith("'")) return BigInt(unquote(text).codePointAt(0) ?? 0);
  const plain = text.replaceAll("_", "").replace("+", "");
  return /^-?\d+$/.test(plain) || /^0x/i.test(plain) ? BigInt(plain) : Number(plain);
};
