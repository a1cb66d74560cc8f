import { type Replacement, readReplacement } from "../language/replace-matches.ts";
import { posixExpression } from "./posix-expression.ts";

/** Reads a script of `sed`; what is wrong with it in its words. */
export const parseSed = (script: string, isExtended: boolean): readonly SedCommand[] | string => {
  const reader = new SedReader(script, isExtended);
  try {
    return reader.commands();
  } catch (error) {
    if (error instanceof SedError) return error.message;
    throw error;
  }
};

/** Address of the lines that a command is for. */
export type Address =
  | { readonly kind: "line"; readonly number: number }
  | { readonly kind: "last" }
  | { readonly kind: "match"; readonly expression: RegExp };

/** One command of a script. */
export interface SedCommand {
  readonly from?: Address;
  readonly to?: Address | { readonly kind: "count"; readonly number: number };
  readonly negated: boolean;
  readonly name: string;
  readonly expression?: RegExp;
  /** Text that `s` puts in place of a match. */
  readonly by?: Replacement;
  /** Characters that `y` puts in place of those of `text`. */
  readonly replacement?: string;
  readonly flags?: string;
  readonly text?: string;
  readonly block?: readonly SedCommand[];
}

/** Raised and caught within this file. */
class SedError extends Error {}

class SedReader {
  readonly #text: string;
  readonly #isExtended: boolean;
  #at = 0;

  constructor(text: string, isExtended: boolean) {
    this.#text = text;
    this.#isExtended = isExtended;
  }

  commands(isBlock = false): readonly SedCommand[] {
    const found: SedCommand[] = [];
    for (;;) {
      this.#skip(/[\s;]/);
      const next = this.#text[this.#at];
      if (next === undefined) {
        if (isBlock) throw new SedError("unterminated {");
        return found;
      }
      if (next === "}" && isBlock) {
        this.#at += 1;
        return found;
      }
      if (next === "#") this.#line();
      else found.push(this.#command());
    }
  }

  #command(): SedCommand {
    const from = this.#address();
    let to: SedCommand["to"];
    if (from !== undefined && this.#text[this.#at] === ",") {
      this.#at += 1;
      const count = /^\+(\d+)/.exec(this.#text.slice(this.#at));
      if (count !== null) {
        this.#at += count[0].length;
        to = { kind: "count", number: Number(count[1]) };
      } else to = this.#address();
    }
    this.#skip(/ /);
    const negated = this.#text[this.#at] === "!";
    if (negated) this.#at += 1;
    this.#skip(/ /);
    const name = this.#text[this.#at++] ?? "";
    const base = { negated, name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    if (name === "{") return { ...base, block: this.commands(true) };
    if (name === "s") return { ...base, ...this.#substitution() };
    if (name === "y") {
      const [set = "", replacement = ""] = this.#delimited(2);
      return { ...base, text: set, replacement };
    }
    if (/[aic]/.test(name))
      return {
        ...base,
        text: this.#line()
          .replace(/^\\?\n?\s*/, "")
          .replaceAll("\\\n", "\n"),
      };
    if (/[pdqnD=gGhHxNPl]/.test(name)) return base;
    throw new SedError(name === "" ? "missing command" : `unsupported command ${name}`);
  }

  #substitution(): Pick<SedCommand, "expression" | "by" | "flags"> {
    const [pattern = "", replacement = ""] = this.#delimited(2);
    const flags = /^[gpiI\d]*/.exec(this.#text.slice(this.#at))?.[0] ?? "";
    this.#at += flags.length;
    const expression = posixExpression(pattern, this.#isExtended ? "extended" : "basic", { ignoresCase: /i/i.test(flags), isGlobal: true });
    if (expression === undefined) throw new SedError(`bad regex '${pattern}'`);
    return { expression, by: readReplacement(replacement, /\\[\s\S]|&/g, partOf), flags };
  }

  #delimited(count: number): readonly string[] {
    const mark = this.#text[this.#at++];
    const parts: string[] = [];
    let part = "";
    for (; this.#at < this.#text.length && parts.length < count; this.#at++) {
      const character = this.#text[this.#at] as string;
      if (character === "\\" && this.#text[this.#at + 1] === mark) part += this.#text[++this.#at];
      else if (character === "\\") part += character + (this.#text[++this.#at] ?? "");
      else if (character === mark) {
        parts.push(part);
        part = "";
      } else part += character;
    }
    if (parts.length < count) throw new SedError(`unmatched '${mark}'`);
    return parts;
  }

  #address(): Address | undefined {
    const rest = this.#text.slice(this.#at);
    const number = /^\d+/.exec(rest)?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      return { kind: "line", number: Number(number) };
    }
    if (rest.startsWith("$")) {
      this.#at += 1;
      return { kind: "last" };
    }
    // `\|…|`: another mark than the slash.
    if (/^\\[^\n]/.test(rest)) this.#at += 1;
    else if (!rest.startsWith("/")) return undefined;
    const [pattern = ""] = this.#delimited(1);
    const expression = posixExpression(pattern, this.#isExtended ? "extended" : "basic");
    if (expression === undefined) throw new SedError(`bad regex '${pattern}'`);
    return { kind: "match", expression };
  }

  #line(): string {
    const end = /(?<!\\)\n|$/.exec(this.#text.slice(this.#at))?.index ?? 0;
    const line = this.#text.slice(this.#at, this.#at + end);
    this.#at += end + 1;
    return line;
  }

  #skip(what: RegExp): void {
    while (what.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}

const partOf = (found: string): string | number => {
  if (found === "&") return 0;
  const escaped = found.slice(1);
  return /\d/.test(escaped) ? Number(escaped) : (CONTROLS[escaped] ?? escaped);
};

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
