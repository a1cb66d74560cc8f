/** One step of a shell script; jumps name the index of another. */
export type Instruction =
  | { readonly op: "run"; readonly pipeline: readonly Command[]; readonly inBackground: boolean }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "jump-if"; readonly succeeded: boolean; readonly to: number }
  | { readonly op: "negate" }
  | { readonly op: "for"; readonly variable: string; readonly words: readonly string[]; readonly slot: number; readonly end: number };

/** Words are raw: quotes and variables are expanded when the command runs. */
export interface Command {
  readonly words: readonly string[];
  readonly redirects: readonly {
    readonly from: 0 | 1 | 2;
    readonly mode: "write" | "append" | "read" | "duplicate";
    readonly to: string;
  }[];
}

/**
 * Compiles a shell script to a flat list of instructions, so that a script that sleeps is an index and some variables.
 * @returns the instructions, or what the shell says of the text
 */
export const compileScript = (text: string): readonly Instruction[] | string => {
  const parser = new ScriptParser(tokenise(text));
  return parser.list([]) ?? parser.code;
};

const OPERATORS = ["&&", "||", ";;", ";", "&", "|", "(", ")", "\n"];

/** Splits a script into words (with their quotes) and operators. */
export const tokenise = (text: string): readonly string[] => {
  const tokens: string[] = [];
  let word = "";
  const push = () => {
    if (word !== "") tokens.push(word);
    word = "";
  };
  for (let i = 0; i < text.length; ) {
    const rest = text.slice(i);
    const operator = OPERATORS.find((candidate) => rest.startsWith(candidate));
    const isDuplicate = operator === "&" && word.endsWith(">");
    if (/^[ \t\r]/.test(rest)) {
      push();
      i += 1;
    } else if (rest.startsWith("\\\n")) i += 2;
    else if (rest.startsWith("#") && word === "") i += rest.indexOf("\n") < 0 ? rest.length : rest.indexOf("\n");
    else if (operator !== undefined && !isDuplicate) {
      push();
      tokens.push(operator === "\n" ? ";" : operator);
      i += operator.length;
    } else {
      const piece = nextPiece(rest);
      if (/^[<>]/.test(piece) && !/^[012]?>?$/.test(word)) push();
      word += piece;
      i += piece.length;
    }
  }
  push();
  return tokens;
};

/** A quoted string, a substitution, or one character. */
const nextPiece = (rest: string): string => {
  const quoted = /^('[^']*'|"(?:\\[\s\S]|\$\([^)]*\)|[^"\\])*")/.exec(rest)?.[0];
  if (quoted !== undefined) return quoted;
  if (rest.startsWith("$(")) return balanced(rest);
  if (rest.startsWith("\\")) return rest.slice(0, 2);
  return rest[0] as string;
};

const balanced = (rest: string): string => {
  let depth = 0;
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === "(") depth += 1;
    if (rest[i] === ")") depth -= 1;
    if (depth === 0 && rest[i] === ")") return rest.slice(0, i + 1);
  }
  return rest;
};

/** Writes instructions while it reads; each method gives what is wrong with the text, or nothing. */
class ScriptParser {
  readonly code: Instruction[] = [];
  readonly #tokens: readonly string[];
  #at = 0;
  #slots = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  list(stops: readonly string[]): string | undefined {
    for (;;) {
      this.#skipBreaks();
      const token = this.#peek();
      if (token === undefined) return stops.length === 0 ? undefined : this.#unexpected();
      if (stops.includes(token)) return undefined;
      const error = this.#andOr();
      if (error !== undefined) return error;
      const next = this.#peek();
      if (next === "&") this.#at += 1;
      else if (next !== undefined && next !== ";" && !stops.includes(next)) return this.#unexpected();
    }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #skipBreaks(): void {
    while (this.#peek() === ";") this.#at += 1;
  }

  #unexpected(): string {
    return `syntax error: unexpected ${this.#peek() === undefined ? "end of file" : `"${this.#peek()}"`}`;
  }

  #expect(token: string): string | undefined {
    this.#skipBreaks();
    if (this.#peek() !== token) return this.#unexpected();
    this.#at += 1;
    return undefined;
  }

  #emit(instruction: Instruction): number {
    return this.code.push(instruction) - 1;
  }

  /** Fills in the target of a jump that was written before the target was known. */
  #patch(index: number): void {
    const instruction = this.code[index] as Instruction;
    const to = this.code.length;
    this.code[index] = instruction.op === "for" ? { ...instruction, end: to } : ({ ...instruction, to } as Instruction);
  }

  #andOr(): string | undefined {
    let error = this.#pipeline();
    while (error === undefined && (this.#peek() === "&&" || this.#peek() === "||")) {
      const jump = this.#emit({ op: "jump-if", succeeded: this.#peek() === "||", to: 0 });
      this.#at += 1;
      this.#skipBreaks();
      error = this.#pipeline();
      this.#patch(jump);
    }
    return error;
  }

  #pipeline(): string | undefined {
    if (this.#peek() === "!") {
      this.#at += 1;
      const error = this.#pipeline();
      this.#emit({ op: "negate" });
      return error;
    }
    const compound = this.#compound(this.#peek());
    if (compound !== undefined) return compound();
    const pipeline: Command[] = [];
    for (;;) {
      const words = this.#words();
      if (words.length === 0) return this.#unexpected();
      pipeline.push(splitRedirects(words));
      if (this.#peek() !== "|") break;
      this.#at += 1;
      this.#skipBreaks();
    }
    this.#emit({ op: "run", pipeline, inBackground: this.#peek() === "&" });
    return undefined;
  }

  #words(): readonly string[] {
    const words: string[] = [];
    for (let word = this.#peek(); word !== undefined && !OPERATORS.includes(word); word = this.#peek()) {
      words.push(word);
      this.#at += 1;
    }
    return words;
  }

  #compound(word: string | undefined): (() => string | undefined) | undefined {
    switch (word) {
      case "while":
        return () => this.#loop(false);
      case "until":
        return () => this.#loop(true);
      case "if":
        return () => this.#branch();
      case "for":
        return () => this.#forLoop();
      case "(":
        return () => this.#group(")");
      case "{":
        return () => this.#group("}");
      default:
        return undefined;
    }
  }

  #loop(until: boolean): string | undefined {
    this.#at += 1;
    const start = this.code.length;
    const condition = this.list(["do"]) ?? this.#expect("do");
    if (condition !== undefined) return condition;
    const exit = this.#emit({ op: "jump-if", succeeded: until, to: 0 });
    const body = this.list(["done"]) ?? this.#expect("done");
    this.#emit({ op: "jump", to: start });
    this.#patch(exit);
    return body;
  }

  #branch(): string | undefined {
    this.#at += 1;
    const condition = this.list(["then"]) ?? this.#expect("then");
    if (condition !== undefined) return condition;
    const skip = this.#emit({ op: "jump-if", succeeded: false, to: 0 });
    const body = this.list(["else", "elif", "fi"]);
    if (body !== undefined) return body;
    const out = this.#emit({ op: "jump", to: 0 });
    this.#patch(skip);
    const rest = this.#peek() === "elif" ? this.#branch() : this.#otherwise();
    this.#patch(out);
    return rest;
  }

  #otherwise(): string | undefined {
    if (this.#peek() === "else") {
      this.#at += 1;
      const body = this.list(["fi"]);
      if (body !== undefined) return body;
    }
    return this.#expect("fi");
  }

  #forLoop(): string | undefined {
    const variable = this.#tokens[this.#at + 1] ?? "";
    this.#at += 2;
    const missing = this.#expect("in");
    if (missing !== undefined) return missing;
    const words = this.#words();
    const opened = this.#expect("do");
    if (opened !== undefined) return opened;
    this.#slots += 1;
    const start = this.#emit({ op: "for", variable, words, slot: this.#slots, end: 0 });
    const body = this.list(["done"]) ?? this.#expect("done");
    this.#emit({ op: "jump", to: start });
    this.#patch(start);
    return body;
  }

  #group(close: string): string | undefined {
    this.#at += 1;
    return this.list([close]) ?? this.#expect(close);
  }
}

const splitRedirects = (words: readonly string[]): Command => {
  const plain: string[] = [];
  const redirects: Command["redirects"][number][] = [];
  for (let i = 0; i < words.length; i++) {
    const match = /^([012]?)(>>|>&|>|<)(.*)$/.exec(words[i] as string);
    if (match === null) {
      plain.push(words[i] as string);
      continue;
    }
    const [, stream = "", sign = ">", inline = ""] = match;
    const to = inline === "" ? (words[++i] ?? "") : inline;
    const mode = ({ ">": "write", ">>": "append", "<": "read", ">&": "duplicate" } as const)[sign as ">"] ?? "write";
    redirects.push({ from: (sign === "<" ? 0 : stream === "" ? 1 : Number(stream)) as 0 | 1 | 2, mode, to });
  }
  return { words: plain, redirects };
};
