import { AwkError } from "./awk-syntax.ts";

export interface AwkToken {
  readonly kind: "number" | "string" | "regex" | "name" | "call" | "builtin" | "word" | "mark" | "newline" | "end";
  readonly text: string;
  readonly line: number;
  /** True after white space. */
  readonly isApart: boolean;
}

/** Functions that awk brings. */
export const AWK_FUNCTIONS: ReadonlySet<string> = new Set(
  "and atan2 close compl cos exp fflush gensub gsub index int length log lshift match or rand rshift sin split sprintf sqrt srand strftime sub substr system systime mktime tolower toupper xor".split(
    " ",
  ),
);

const WORDS: ReadonlySet<string> = new Set(
  "BEGIN END break continue delete do else exit for function func getline if in next nextfile print printf return while".split(" "),
);

/** Reads the text of a program into tokens; a slash is a division after a value and begins a regular expression elsewhere. */
export const readAwkTokens = (text: string): readonly AwkToken[] => {
  const tokens: AwkToken[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const space = /^(?:[ \t\r]|\\\r?\n|#[^\n]*)+/.exec(rest)?.[0] ?? "";
    if (space !== "") {
      line += space.split("\n").length - 1;
      at += space.length;
    }
    const token = at < text.length ? next(text.slice(at), tokens.at(-1), line, space !== "") : undefined;
    if (token === undefined) continue;
    tokens.push(token.token);
    line += token.source.split("\n").length - 1;
    at += token.source.length;
  }
  tokens.push({ kind: "newline", text: "\n", line, isApart: false }, { kind: "end", text: "", line, isApart: false });
  return tokens;
};

const next = (
  rest: string,
  before: AwkToken | undefined,
  line: number,
  isApart: boolean,
): { readonly token: AwkToken; readonly source: string } => {
  const made = (kind: AwkToken["kind"], source: string, text = source) => ({ token: { kind, text, line, isApart }, source });
  if (rest.startsWith("\n")) return made("newline", "\n");
  const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest)?.[0];
  if (number !== undefined) return made("number", number);
  if (rest.startsWith('"')) {
    const string = /^"((?:\\[\s\S]|[^"\\\n])*)"/.exec(rest);
    if (string === null) throw new AwkError("Unexpected end of string", line);
    return made("string", string[0], unescapeAwk(string[1] as string));
  }
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name !== undefined) {
    if (WORDS.has(name)) return made("word", name);
    if (AWK_FUNCTIONS.has(name)) return made("builtin", name);
    return made(rest[name.length] === "(" ? "call" : "name", name);
  }
  if (rest.startsWith("/") && !endsValue(before)) {
    const regex = /^\/((?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|[^/\\\n[])*)\//.exec(rest);
    if (regex === null) throw new AwkError("Unexpected end of string", line);
    return made("regex", regex[0], (regex[1] as string).replaceAll("\\/", "/"));
  }
  const mark = /^(?:\*\*=|\*\*|[-+*/%^!<>=]=|\+\+|--|&&|\|\||>>|!~|[-+*/%^!<>=~?:,;(){}[\]$|])/.exec(rest)?.[0];
  if (mark === undefined) throw new AwkError("Unexpected token", line);
  return made("mark", mark);
};

const endsValue = (token: AwkToken | undefined): boolean =>
  token !== undefined &&
  (["number", "string", "name", "builtin"].includes(token.kind) ||
    (token.kind === "mark" && [")", "]", "$", "++", "--"].includes(token.text)));

/** A text with the sequences that begin with a backslash replaced. */
export const unescapeAwk = (text: string): string =>
  text.replaceAll(/\\(\n|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])/g, (whole, code: string) => {
    if (code === "\n") return "";
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return ESCAPES[code] ?? whole;
  });

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  '"': '"',
  "/": "/",
  "\\": "\\",
};
