import {
  AwkError,
  type AwkExpression,
  type AwkOutput,
  type AwkProgram,
  type AwkRule,
  type AwkStatement,
  type AwkTarget,
} from "./awk-syntax.ts";
import { type AwkToken, readAwkTokens } from "./awk-tokens.ts";

/** Reads a program of awk; raises an AwkError on what is none. */
export const parseAwk = (text: string): AwkProgram => new Parser(readAwkTokens(text)).program();

class Parser {
  readonly #tokens: readonly AwkToken[];
  #at = 0;
  /** Within `print`, `>` writes to a file. */
  #noGreater = false;

  constructor(tokens: readonly AwkToken[]) {
    this.#tokens = tokens;
  }

  program(): AwkProgram {
    const rules: AwkRule[] = [];
    const functions: Record<string, { readonly parameters: readonly string[]; readonly body: AwkStatement }> = {};
    for (this.#skipEnds(); this.#token.kind !== "end"; this.#skipEnds()) {
      if (this.#takeWord("function") || this.#takeWord("func")) {
        const name = this.#take("name", "call").text;
        const parameters: string[] = [];
        this.#expect("(");
        while (!this.#takeMark(")")) {
          parameters.push(this.#take("name").text);
          this.#takeMark(",");
          this.#skipNewlines();
        }
        this.#skipNewlines();
        functions[name] = { parameters, body: this.#block() };
      } else rules.push(this.#rule());
    }
    return { rules, functions };
  }

  #rule(): AwkRule {
    if (this.#takeWord("BEGIN")) return { when: "begin", action: this.#block() };
    if (this.#takeWord("END")) return { when: "end", action: this.#block() };
    if (this.#isMark("{")) return { when: "record", action: this.#block() };
    const pattern = this.#expression();
    const until = this.#takeMark(",") ? this.#expression() : undefined;
    const action = this.#isMark("{") ? this.#block() : undefined;
    return { when: "record", pattern, ...(until !== undefined && { until }), ...(action !== undefined && { action }) };
  }

  #block(): AwkStatement {
    this.#expect("{");
    const body: AwkStatement[] = [];
    for (this.#skipEnds(); !this.#takeMark("}"); this.#skipEnds()) body.push(this.#statement());
    return { kind: "block", body };
  }

  /** A statement with the line break or semicolon after it. */
  #statement(): AwkStatement {
    if (this.#isMark("{")) return this.#block();
    if (this.#takeMark(";")) return { kind: "block", body: [] };
    const word = this.#token.kind === "word" ? this.#token.text : "";
    const compound = COMPOUND[word];
    if (compound !== undefined) {
      this.#at += 1;
      return this[compound]();
    }
    const statement = this.#simple();
    this.#endStatement();
    return statement;
  }

  #endStatement(): void {
    if (this.#token.kind === "newline" || this.#isMark(";")) this.#at += 1;
    else if (!this.#isMark("}") && this.#token.kind !== "end") throw this.#unexpected();
  }

  ifStatement(): AwkStatement {
    const test = this.#condition();
    const yes = this.#statement();
    const before = this.#at;
    this.#skipEnds();
    if (this.#takeWord("else")) {
      this.#skipNewlines();
      return { kind: "if", test, yes, no: this.#statement() };
    }
    this.#at = before;
    return { kind: "if", test, yes };
  }

  whileStatement(): AwkStatement {
    return { kind: "loop", test: this.#condition(), body: this.#statement(), isTestedFirst: true };
  }

  doStatement(): AwkStatement {
    this.#skipNewlines();
    const body = this.#statement();
    this.#skipEnds();
    if (!this.#takeWord("while")) throw this.#unexpected();
    const test = this.#condition();
    this.#endStatement();
    return { kind: "loop", test, body, isTestedFirst: false };
  }

  forStatement(): AwkStatement {
    this.#expect("(");
    const [variable, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (variable?.kind === "name" && word?.text === "in" && array?.kind === "name" && close?.text === ")") {
      this.#at += 4;
      this.#skipNewlines();
      return { kind: "each", variable: variable.text, array: array.text, body: this.#statement() };
    }
    const start = this.#isMark(";") ? undefined : this.#simple();
    this.#expect(";");
    this.#skipNewlines();
    const test = this.#isMark(";") ? undefined : this.#expression();
    this.#expect(";");
    this.#skipNewlines();
    const next = this.#isMark(")") ? undefined : this.#simple();
    this.#expect(")");
    this.#skipNewlines();
    const body = this.#statement();
    return {
      kind: "loop",
      body,
      isTestedFirst: true,
      ...(start !== undefined && { start }),
      ...(test !== undefined && { test }),
      ...(next !== undefined && { next }),
    };
  }

  #condition(): AwkExpression {
    this.#expect("(");
    const test = this.#expression();
    this.#expect(")");
    this.#skipNewlines();
    return test;
  }

  #simple(): AwkStatement {
    const { kind, text } = this.#token;
    if (kind !== "word" || text === "getline") return { kind: "expression", value: this.#expression() };
    this.#at += 1;
    const isOver = this.#token.kind === "newline" || this.#token.kind === "end" || this.#isMark(";") || this.#isMark("}");
    switch (text) {
      case "print":
      case "printf":
        return this.#print(text === "printf");
      case "next":
      case "nextfile":
      case "break":
      case "continue":
        return { kind: "leave", what: text };
      case "exit":
      case "return":
        return { kind: "exit", what: text, ...(!isOver && { value: this.#expression() }) };
      case "delete": {
        const array = this.#take("name").text;
        return { kind: "delete", array, ...(this.#takeMark("[") && { subscripts: this.#list("]") }) };
      }
      default:
        this.#at -= 1;
        throw this.#unexpected();
    }
  }

  #print(isFormatted: boolean): AwkStatement {
    const args: AwkExpression[] = [];
    this.#noGreater = true;
    if (!this.#endsPrint()) {
      const first = this.#isMark("(") ? this.#parenthesised() : undefined;
      if (first !== undefined && this.#endsPrint()) args.push(...first.list);
      else {
        if (first !== undefined) this.#at = first.at;
        do {
          this.#skipNewlines();
          args.push(this.#expression());
        } while (this.#takeMark(","));
      }
    }
    this.#noGreater = false;
    const how = ([">", ">>", "|"] as const).find((mark) => this.#takeMark(mark));
    const to: AwkOutput | undefined = how === undefined ? undefined : { how, where: this.#concatenation() };
    return { kind: "print", isFormatted, args, ...(to !== undefined && { to }) };
  }

  #endsPrint(): boolean {
    const { kind, text } = this.#token;
    return kind === "newline" || kind === "end" || (kind === "mark" && [";", "}", ">", ">>", "|"].includes(text));
  }

  /** A list in parentheses, and where it began. */
  #parenthesised(): { readonly list: readonly AwkExpression[]; readonly at: number } | undefined {
    const at = this.#at;
    const noGreater = this.#noGreater;
    this.#at += 1;
    this.#noGreater = false;
    const list = this.#list(")");
    this.#noGreater = noGreater;
    return { list, at };
  }

  #list(close: string): readonly AwkExpression[] {
    const list: AwkExpression[] = [];
    this.#skipNewlines();
    while (!this.#takeMark(close)) {
      list.push(this.#expression());
      this.#skipNewlines();
      if (!this.#takeMark(",") && !this.#isMark(close)) throw this.#unexpected();
      this.#skipNewlines();
    }
    return list;
  }

  #expression(): AwkExpression {
    const left = this.#choice();
    const { kind, text } = this.#token;
    if (kind !== "mark" || !/^(?:[-+*/%^]|\*\*)?=$/.test(text) || !isTarget(left)) return left;
    this.#at += 1;
    this.#skipNewlines();
    return { kind: "assign", operator: text.slice(0, -1), target: left, value: this.#expression() };
  }

  #choice(): AwkExpression {
    const test = this.#either();
    if (!this.#takeMark("?")) return test;
    this.#skipNewlines();
    const yes = this.#expression();
    this.#skipNewlines();
    this.#expect(":");
    this.#skipNewlines();
    return { kind: "choice", test, yes, no: this.#expression() };
  }

  #either(): AwkExpression {
    let left = this.#both();
    while (this.#takeMark("||")) {
      this.#skipNewlines();
      left = { kind: "binary", operator: "||", left, right: this.#both() };
    }
    return left;
  }

  #both(): AwkExpression {
    let left = this.#membership();
    while (this.#takeMark("&&")) {
      this.#skipNewlines();
      left = { kind: "binary", operator: "&&", left, right: this.#membership() };
    }
    return left;
  }

  #membership(): AwkExpression {
    let left = this.#match();
    while (this.#takeWord("in")) left = { kind: "in", subscripts: [left], array: this.#take("name").text };
    return left;
  }

  #match(): AwkExpression {
    let left = this.#comparison();
    for (let mark = this.#oneOf(["~", "!~"]); mark !== undefined; mark = this.#oneOf(["~", "!~"]))
      left = { kind: "binary", operator: mark, left, right: this.#comparison() };
    return left;
  }

  #comparison(): AwkExpression {
    let left = this.#concatenation();
    for (;;) {
      if (this.#isMark("|") && this.#tokens[this.#at + 1]?.text === "getline") {
        this.#at += 2;
        left = this.#getline("command", left);
        continue;
      }
      const mark = this.#oneOf(this.#noGreater ? ["<", "<=", "==", "!=", ">="] : ["<", "<=", "==", "!=", ">=", ">"]);
      if (mark === undefined) return left;
      left = { kind: "binary", operator: mark, left, right: this.#concatenation() };
    }
  }

  #concatenation(): AwkExpression {
    let left = this.#sum();
    while (this.#beginsValue()) left = { kind: "binary", operator: "", left, right: this.#sum() };
    return left;
  }

  #beginsValue(): boolean {
    const { kind, text } = this.#token;
    if (kind === "word") return false;
    if (kind === "mark") return ["$", "(", "!", "++", "--"].includes(text);
    return ["number", "string", "regex", "name", "call", "builtin"].includes(kind);
  }

  #sum(): AwkExpression {
    let left = this.#product();
    for (let mark = this.#oneOf(["+", "-"]); mark !== undefined; mark = this.#oneOf(["+", "-"]))
      left = { kind: "binary", operator: mark, left, right: this.#product() };
    return left;
  }

  #product(): AwkExpression {
    let left = this.#unary();
    for (let mark = this.#oneOf(["*", "/", "%"]); mark !== undefined; mark = this.#oneOf(["*", "/", "%"]))
      left = { kind: "binary", operator: mark, left, right: this.#unary() };
    return left;
  }

  #unary(): AwkExpression {
    const operator = this.#oneOf(["!", "-", "+"]) as "!" | "-" | "+" | undefined;
    return operator === undefined ? this.#power() : { kind: "unary", operator, inner: this.#unary() };
  }

  #power(): AwkExpression {
    const left = this.#postfix();
    if (this.#oneOf(["^", "**"]) === undefined) return left;
    return { kind: "binary", operator: "^", left, right: this.#unary() };
  }

  #postfix(): AwkExpression {
    const value = this.#primary();
    if (!isTarget(value)) return value;
    if (this.#takeMark("++")) return { kind: "step", by: 1, isBefore: false, target: value };
    if (this.#takeMark("--")) return { kind: "step", by: -1, isBefore: false, target: value };
    return value;
  }

  #primary(): AwkExpression {
    const token = this.#token;
    this.#at += 1;
    switch (token.kind) {
      case "number":
        return { kind: "number", value: Number(token.text) };
      case "string":
        return { kind: "string", value: token.text };
      case "regex":
        return { kind: "regex", source: token.text };
      case "name":
        return this.#takeMark("[")
          ? { kind: "element", array: token.text, subscripts: this.#list("]") }
          : { kind: "variable", name: token.text };
      case "call":
      case "builtin": {
        const args = this.#takeMark("(") ? this.#arguments() : [];
        return { kind: "call", name: token.text, isBuiltin: token.kind === "builtin", args };
      }
      case "word":
        if (token.text === "getline") return this.#getline("input");
        break;
      case "mark":
        return this.#marked(token);
      default:
        break;
    }
    this.#at -= 1;
    throw this.#unexpected();
  }

  #arguments(): readonly AwkExpression[] {
    const noGreater = this.#noGreater;
    this.#noGreater = false;
    const list = this.#list(")");
    this.#noGreater = noGreater;
    return list;
  }

  #marked({ text }: AwkToken): AwkExpression {
    if (text === "$") {
      const step = this.#oneOf(["++", "--"]);
      const index = this.#primary();
      if (step !== undefined && isTarget(index))
        return { kind: "field", index: { kind: "step", by: step === "++" ? 1 : -1, isBefore: true, target: index } };
      return { kind: "field", index };
    }
    if (text === "++" || text === "--") {
      const target = this.#primary();
      if (isTarget(target)) return { kind: "step", by: text === "++" ? 1 : -1, isBefore: true, target };
    }
    if (text === "-" || text === "+" || text === "!") return { kind: "unary", operator: text, inner: this.#unary() };
    if (text === "(") {
      const list = this.#arguments();
      if (list.length > 1 && this.#takeWord("in")) return { kind: "in", subscripts: list, array: this.#take("name").text };
      const [inner] = list;
      if (list.length === 1 && inner !== undefined) return { kind: "group", inner };
    }
    this.#at -= 1;
    throw this.#unexpected();
  }

  #getline(from: "input" | "command", command?: AwkExpression): AwkExpression {
    const isNamed = this.#token.kind === "name" || this.#isMark("$");
    const target = isNamed ? (this.#primary() as AwkTarget) : undefined;
    const file = from === "input" && this.#takeMark("<") ? this.#primary() : undefined;
    const source = command ?? file;
    return {
      kind: "getline",
      from: file === undefined ? from : "file",
      ...(source !== undefined && { source }),
      ...(target !== undefined && { target }),
    };
  }

  get #token(): AwkToken {
    return this.#tokens[this.#at] ?? (this.#tokens.at(-1) as AwkToken);
  }

  #isMark(text: string): boolean {
    return this.#token.kind === "mark" && this.#token.text === text;
  }

  #takeMark(text: string): boolean {
    const is = this.#isMark(text);
    if (is) this.#at += 1;
    return is;
  }

  #takeWord(text: string): boolean {
    const is = this.#token.kind === "word" && this.#token.text === text;
    if (is) this.#at += 1;
    return is;
  }

  #oneOf(marks: readonly string[]): string | undefined {
    return marks.find((mark) => this.#takeMark(mark));
  }

  #take(...kinds: readonly AwkToken["kind"][]): AwkToken {
    const token = this.#token;
    if (!kinds.includes(token.kind)) throw this.#unexpected();
    this.#at += 1;
    return token;
  }

  #expect(mark: string): void {
    if (!this.#takeMark(mark)) throw this.#unexpected();
  }

  #skipNewlines(): void {
    while (this.#token.kind === "newline") this.#at += 1;
  }

  #skipEnds(): void {
    while (this.#token.kind === "newline" || this.#isMark(";")) this.#at += 1;
  }

  #unexpected(): AwkError {
    const { line } = this.#token;
    return new AwkError("Unexpected token", line);
  }
}

const COMPOUND: Readonly<Record<string, "ifStatement" | "whileStatement" | "doStatement" | "forStatement" | undefined>> = {
  if: "ifStatement",
  while: "whileStatement",
  do: "doStatement",
  for: "forStatement",
};

const isTarget = (expression: AwkExpression): expression is AwkTarget =>
  expression.kind === "variable" || expression.kind === "field" || expression.kind === "element";
