import { CLOSING, CONTROL, REDIRECT, RESERVED } from "./control-words.ts";
import { type Cursor, lineOf, readHereText, readWord } from "./read-word.ts";
import { type Node, type Redirect, ShellSyntaxError, type Word } from "./syntax.ts";

/** A script, or the shell's complaint about it. `openHere`: the end of a here-document that goes on to the end of the text. */
export type Parsed =
  | { readonly ok: true; readonly node: Node; readonly openHere?: string }
  | { readonly ok: false; readonly message: string; readonly line: number; readonly isUnfinished: boolean };

/** Parses a whole script. */
export const parseScript = (text: string): Parsed => {
  try {
    const reader = new ScriptReader(text);
    const node = reader.list([]);
    reader.expectEnd();
    return { ok: true, node, ...(reader.openHere !== undefined && { openHere: reader.openHere }) };
  } catch (error) {
    if (error instanceof ShellSyntaxError)
      return { ok: false, message: `syntax error: ${error.message}`, line: error.line, isUnfinished: error.isUnfinished };
    throw error;
  }
};

interface PendingHere {
  readonly end: string;
  readonly isPlain: boolean;
  readonly stripsTabs: boolean;
  fill(text: Word): void;
}

class ScriptReader {
  readonly #cursor: Cursor;
  #pending: PendingHere[] = [];
  openHere: string | undefined;

  constructor(text: string) {
    this.#cursor = { text, at: 0 };
  }

  list(ends: readonly string[]): Node {
    const items: { node: Node; inBackground: boolean }[] = [];
    for (;;) {
      this.#skipLineBreaks();
      const next = this.#peek();
      if (next === "" || ends.includes(next) || (items.length > 0 && CLOSING.has(next))) break;
      const node = this.#andOr();
      const separator = this.#peekControl();
      items.push({ node, inBackground: separator === "&" });
      if (separator === ";" || separator === "&" || separator === "\n") this.#takeControl(separator);
      else break;
    }
    return items.length === 1 && items[0]?.inBackground === false ? items[0].node : { kind: "list", items };
  }

  expectEnd(): void {
    this.#skipLineBreaks();
    if (this.#cursor.at < this.#cursor.text.length) throw this.#unexpected();
    this.#fillHere();
  }

  #andOr(): Node {
    let left = this.#pipeline();
    for (;;) {
      const operator = this.#peekControl();
      if (operator !== "&&" && operator !== "||") return left;
      this.#takeControl(operator);
      this.#skipLineBreaks();
      left = { kind: "and-or", operator, left, right: this.#pipeline() };
    }
  }

  #pipeline(): Node {
    let negated = false;
    while (this.#peek() === "!") {
      this.#word();
      negated = !negated;
    }
    const stages = [this.#command()];
    while (this.#peekControl() === "|") {
      this.#takeControl("|");
      this.#skipLineBreaks();
      stages.push(this.#command());
    }
    return stages.length === 1 && !negated ? (stages[0] as Node) : { kind: "pipeline", stages, negated };
  }

  #command(): Node {
    const next = this.#peek();
    const compound = next === "(" ? this.#subshell() : this.#compound(next);
    if (compound === undefined) return this.#simple();
    const redirects = this.#redirects();
    return redirects.length === 0 ? compound : { kind: "redirected", body: compound, redirects };
  }

  #compound(word: string): Node | undefined {
    switch (word) {
      case "if":
        this.#word();
        return this.#if();
      case "while":
      case "until":
        this.#word();
        return this.#loop(word === "until");
      case "for":
        this.#word();
        return this.#for();
      case "case":
        this.#word();
        return this.#case();
      case "{": {
        this.#word();
        const body = this.#filled(["}"]);
        this.#expect("}");
        return body;
      }
      case "function": {
        this.#word();
        const name = this.#word();
        if (this.#peekControl() === "(") this.#parentheses();
        this.#skipLineBreaks();
        return { kind: "function", name, body: this.#command() };
      }
      default:
        return undefined;
    }
  }

  #parentheses(): void {
    this.#takeControl("(");
    if (this.#peekControl() !== ")") throw this.#unexpected();
    this.#takeControl(")");
  }

  #subshell(): Node {
    this.#takeControl("(");
    const body = this.#filled([")"]);
    if (this.#peekControl() !== ")") throw this.#unexpected('")"');
    this.#takeControl(")");
    return { kind: "subshell", body };
  }

  #if(): Node {
    const condition = this.#filled(["then"]);
    this.#expect("then");
    const then = this.#filled(["else", "elif", "fi"]);
    const next = this.#peek();
    if (next === "elif") {
      this.#word();
      return { kind: "if", condition, then, otherwise: this.#if() };
    }
    if (next === "else") {
      this.#word();
      const otherwise = this.#filled(["fi"]);
      this.#expect("fi");
      return { kind: "if", condition, then, otherwise };
    }
    this.#expect("fi");
    return { kind: "if", condition, then };
  }

  #loop(until: boolean): Node {
    const condition = this.#filled(["do"]);
    return { kind: "loop", until, condition, body: this.#doGroup() };
  }

  #doGroup(): Node {
    this.#skipLineBreaks();
    this.#expect("do");
    const body = this.#filled(["done"]);
    this.#expect("done");
    return body;
  }

  #for(): Node {
    const variable = this.#word();
    if (!/^[A-Za-z_]\w*$/.test(variable)) throw new ShellSyntaxError("bad for loop variable", lineOf(this.#cursor));
    this.#skipLineBreaks();
    if (this.#peek() !== "in") {
      if (this.#peekControl() === ";") this.#takeControl(";");
      return { kind: "for", variable, body: this.#doGroup() };
    }
    this.#word();
    const words: Word[] = [];
    for (this.#blanks(); !this.#atControl(); this.#blanks()) words.push(this.#readWord());
    if (this.#peek() === "") throw this.#unexpected();
    if (this.#peekControl() === ";") this.#takeControl(";");
    return { kind: "for", variable, words, body: this.#doGroup() };
  }

  #case(): Node {
    this.#blanks();
    const word = this.#readWord();
    this.#skipLineBreaks();
    this.#expect("in");
    const arms: { patterns: readonly Word[]; body: Node }[] = [];
    for (this.#skipLineBreaks(); this.#peek() !== "esac"; this.#skipLineBreaks()) {
      if (this.#cursor.at >= this.#cursor.text.length) throw this.#unexpected('")"');
      if (this.#peekControl() === "(") this.#takeControl("(");
      const patterns: Word[] = [];
      do {
        if (patterns.length > 0) this.#takeControl("|");
        this.#blanks();
        patterns.push(this.#readWord());
      } while (this.#peekControl() === "|");
      if (this.#peekControl() !== ")") throw this.#unexpected('")"');
      this.#takeControl(")");
      arms.push({ patterns, body: this.list([";;", "esac"]) });
      if (this.#peek() === "esac") break;
      if (this.#peekControl() !== ";;") throw this.#unexpected('";;"');
      this.#takeControl(";;");
    }
    this.#expect("esac");
    return { kind: "case", word, arms };
  }

  #simple(): Node {
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.#blanks();
      const redirect = this.#redirect();
      if (redirect !== undefined) {
        redirects.push(redirect);
        continue;
      }
      if (this.#atControl()) {
        const operator = this.#peekControl();
        if ((operator !== "&&" && operator !== "||") || !isText(words[0], "[[") || isText(words.at(-1), "]]")) break;
        this.#takeControl(operator);
        words.push([{ kind: "text", text: operator, quoted: false }]);
        continue;
      }
      if (words.length === 0) this.#refuseReserved(assignments.length + redirects.length > 0);
      const assigned = words.length === 0 ? this.#assignment() : undefined;
      if (assigned !== undefined) assignments.push(assigned);
      else words.push(this.#readWord());
      if (words.length === 1 && assignments.length === 0 && this.#peekControl() === "(") return this.#function(words[0] as Word);
    }
    if (words.length + assignments.length + redirects.length === 0) throw this.#unexpected();
    return { kind: "simple", assignments, words, redirects };
  }

  #refuseReserved(isLate: boolean): void {
    const word = this.#peek();
    if (!isLate && RESERVED.has(word) && word !== "in") throw this.#unexpected();
  }

  #assignment(): { readonly name: string; readonly value: Word } | undefined {
    const match = /^([A-Za-z_]\w*)=/.exec(this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 200));
    if (match === null) return undefined;
    this.#cursor.at += match[0].length;
    return { name: match[1] as string, value: readWord(this.#cursor) };
  }

  #function(word: Word): Node {
    const [part] = word;
    if (word.length !== 1 || part?.kind !== "text" || part.quoted) throw this.#unexpected();
    this.#parentheses();
    this.#skipLineBreaks();
    return { kind: "function", name: part.text, body: this.#command() };
  }

  #redirects(): readonly Redirect[] {
    const found: Redirect[] = [];
    for (this.#blanks(); ; this.#blanks()) {
      const redirect = this.#redirect();
      if (redirect === undefined) return found;
      found.push(redirect);
    }
  }

  #redirect(): Redirect | undefined {
    const { text, at } = this.#cursor;
    const match = REDIRECT.exec(text.slice(at, at + 8));
    if (match === null || (match[1] !== "" && !/^\d+$/.test(match[1] as string))) return undefined;
    const sign = match[2] as string;
    if (sign === "<<<") throw new ShellSyntaxError("unexpected redirection", lineOf(this.#cursor));
    this.#cursor.at = at + match[0].length;
    this.#blanks();
    const fd = match[1] === "" ? (sign.startsWith("<") ? 0 : 1) : Number(match[1]);
    if (sign === "<<" || sign === "<<-") return this.#hereDocument(fd, sign === "<<-");
    if (this.#atControl()) throw this.#unexpected();
    const target = this.#readWord();
    return { fd, mode: MODES[sign] as Redirect["mode"], target };
  }

  #hereDocument(fd: number, stripsTabs: boolean): Redirect {
    const start = this.#cursor.at;
    this.#readWord();
    const raw = this.#cursor.text.slice(start, this.#cursor.at);
    const redirect: { fd: number; mode: "here"; target: Word } = { fd, mode: "here", target: [] };
    this.#pending.push({
      end: raw.replaceAll(/['"\\]/g, ""),
      isPlain: /['"\\]/.test(raw),
      stripsTabs,
      fill: (text) => {
        redirect.target = text;
      },
    });
    return redirect;
  }

  /** Here-documents begin on the line after the one that names them. */
  #fillHere(): void {
    for (const { end, isPlain, stripsTabs, fill } of this.#pending) {
      let body = "";
      let isOpen = true;
      const { text } = this.#cursor;
      while (this.#cursor.at < text.length) {
        const lineEnd = text.indexOf("\n", this.#cursor.at);
        const raw = text.slice(this.#cursor.at, lineEnd < 0 ? text.length : lineEnd);
        const line = stripsTabs ? raw.replace(/^\t+/, "") : raw;
        this.#cursor.at = lineEnd < 0 ? text.length : lineEnd + 1;
        isOpen = line !== end;
        if (!isOpen) break;
        body += `${line}\n`;
      }
      if (isOpen) this.openHere = end;
      fill(isPlain ? [{ kind: "text", text: body, quoted: true }] : readHereText(body));
    }
    this.#pending = [];
  }

  /** A list with at least one command in it. */
  #filled(ends: readonly string[]): Node {
    this.#skipLineBreaks();
    const next = this.#peek();
    if (next === "") throw this.#unexpected(`"${ends.at(-1)}"`);
    if (ends.includes(next)) throw this.#unexpected();
    return this.list([...ends]);
  }

  #readWord(): Word {
    const word = readWord(this.#cursor);
    if (word.length === 0) throw this.#unexpected();
    return word;
  }

  #word(): string {
    this.#blanks();
    const start = this.#cursor.at;
    readWord(this.#cursor);
    return this.#cursor.text.slice(start, this.#cursor.at);
  }

  /** The raw text of the next word or operator; empty at the end. */
  #peek(): string {
    this.#blanks();
    const control = this.#peekControl();
    if (control !== undefined) return control;
    const { text, at } = this.#cursor;
    return /^[^\s;&|()<>]+/.exec(text.slice(at, at + 100))?.[0] ?? text.slice(at, at + 1);
  }

  #expect(word: string): void {
    this.#skipLineBreaks();
    if (this.#peek() !== word) throw this.#unexpected(`"${word}"`);
    this.#word();
  }

  #unexpected(expected?: string): ShellSyntaxError {
    const next = this.#peek();
    const isEnd = next === "";
    const found = isEnd ? "end of file" : next === "\n" ? "newline" : RESERVED.has(next) || CONTROL.includes(next) ? `"${next}"` : "word";
    const wanted = expected === undefined ? "" : ` (expecting ${expected})`;
    return new ShellSyntaxError(`unexpected ${found}${wanted}`, lineOf(this.#cursor), isEnd);
  }

  #blanks(): void {
    const { text } = this.#cursor;
    for (;;) {
      const character = text[this.#cursor.at];
      if (character === " " || character === "\t" || character === "\r") this.#cursor.at += 1;
      else if (character === "\\" && text[this.#cursor.at + 1] === "\n") this.#cursor.at += 2;
      else if (character === "#" && (this.#cursor.at === 0 || /[\s;&|()]/.test(text[this.#cursor.at - 1] as string))) {
        const end = text.indexOf("\n", this.#cursor.at);
        this.#cursor.at = end < 0 ? text.length : end;
      } else return;
    }
  }

  #peekControl(): string | undefined {
    this.#blanks();
    const { text, at } = this.#cursor;
    if (text.startsWith("&>", at)) return undefined;
    return CONTROL.find((control) => text.startsWith(control, at));
  }

  #takeControl(control: string): void {
    this.#blanks();
    this.#cursor.at += control.length;
    if (control === "\n") this.#fillHere();
  }

  #atControl(): boolean {
    return this.#cursor.at >= this.#cursor.text.length || this.#peekControl() !== undefined;
  }

  #skipLineBreaks(): void {
    while (this.#peekControl() === "\n") this.#takeControl("\n");
  }
}

const isText = (word: Word | undefined, text: string): boolean =>
  word?.length === 1 && word[0]?.kind === "text" && !word[0].quoted && word[0].text === text;

const MODES: Readonly<Record<string, Redirect["mode"]>> = {
  "<": "read",
  ">": "write",
  ">|": "write",
  ">>": "append",
  "<>": "read-write",
  ">&": "duplicate",
  "<&": "duplicate",
  "&>": "write",
};
