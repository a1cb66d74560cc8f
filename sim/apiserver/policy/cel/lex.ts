import { CelError, Double } from "./expression.ts";

/** One word of an expression. */
export interface Token {
  readonly kind: "name" | "operator" | "literal" | "end";
  readonly text: string;
  readonly value?: unknown;
  readonly at: number;
}

/** Splits an expression into words. @throws CelError at a character that begins none */
export const lexCel = (source: string): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const blank = /^(\s+|\/\/[^\n]*)/.exec(rest)?.[0];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const token = numberAt(rest, at) ?? stringAt(rest, at) ?? wordAt(rest, at);
    if (token === undefined) throw new CelError(`Syntax error: token recognition error at: '${rest[0]}'`, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: "end", text: "<EOF>", at });
  return tokens;
};

const numberAt = (rest: string, at: number): Token | undefined => {
  const hex = /^0x([0-9a-fA-F]+)u?/.exec(rest);
  if (hex !== null) return { kind: "literal", text: hex[0], value: Number.parseInt(hex[1] as string, 16), at };
  const match = /^(\d+\.\d+([eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+)|^(\d+)u?/.exec(rest);
  if (match === null) return undefined;
  const value = match[1] === undefined ? Number(match[3]) : new Double(Number(match[1]));
  return { kind: "literal", text: match[0], value, at };
};

const stringAt = (rest: string, at: number): Token | undefined => {
  const match = /^([rRbB]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.exec(rest);
  if (match === null) return undefined;
  const [text, prefix = "", quoted = ""] = match;
  const width = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
  const inner = quoted.slice(width, -width);
  return { kind: "literal", text, value: /r/i.test(prefix) ? inner : unescaped(inner), at };
};

const unescaped = (text: string): string =>
  text.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-3][0-7]{2}|.)/g, (_whole, code: string) => {
    if (/^[uUx]/.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    if (/^[0-3][0-7]{2}$/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8));
    return ESCAPES[code] ?? code;
  });

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", f: "\f", v: "\v" };

const wordAt = (rest: string, at: number): Token | undefined => {
  const name = /^([A-Za-z_][A-Za-z0-9_]*|`[^`\n]+`)/.exec(rest)?.[0];
  if (name !== undefined)
    return LITERALS.has(name)
      ? { kind: "literal", text: name, value: LITERALS.get(name), at }
      : { kind: name === "in" ? "operator" : "name", text: name, at };
  const operator = /^(&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]{}])/.exec(rest)?.[0];
  return operator === undefined ? undefined : { kind: "operator", text: operator, at };
};

const LITERALS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
