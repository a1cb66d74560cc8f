import { compileRegex } from "#core/compile-regex.ts";
import type { Matcher } from "../promql/series.ts";
import { makeMatcher } from "../promql/syntax/matcher.ts";
import { jsonStage, type LineState, lineFormatStage, logfmtStage, numberOf, type Stage } from "./line-stages.ts";

/** A log selector with its pipeline. */
export interface LogExpr {
  readonly matchers: readonly Matcher[];
  /** The filters of lines that come first: they see lines as they were written. */
  readonly filters: readonly LineTest[];
  /** Pipeline stages after them. */
  readonly stages: readonly Stage[];
}

type LineTest = (line: string) => boolean;

/** A query that Loki would refuse; the message is the body of the answer. */
export class LogqlError extends Error {}

/** Parses `{…} |= "x" | json | level="error"` from a position on. @throws LogqlError */
export const parseLogExpr = (query: string, start: number): { readonly expr: LogExpr; readonly end: number } => {
  const parser = new PipelineParser(query, start);
  const matchers = parser.selector();
  if (matchers.every((matcher) => matcher.matches(""))) {
    throw new LogqlError(
      'parse error : queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, app=~".*" does not meet this requirement, but app=~".+" will',
    );
  }
  return { expr: { matchers, filters: parser.filters(), stages: parser.stages() }, end: parser.at };
};

/** Runs a line through the pipeline. */
export const runPipeline = ({ filters, stages }: LogExpr, line: string, labels: LineState["labels"]): LineState | undefined => {
  for (const passes of filters) if (!passes(line)) return undefined;
  let now: LineState | undefined = { line, labels };
  for (const stage of stages) {
    now = stage(now);
    if (now === undefined) return undefined;
  }
  return now;
};

class PipelineParser {
  at: number;
  readonly #query: string;

  constructor(query: string, at: number) {
    this.#query = query;
    this.at = at;
  }

  selector(): readonly Matcher[] {
    this.#expect("{");
    const matchers: Matcher[] = [];
    while (!this.#accept("}")) {
      matchers.push(this.#matcher());
      if (!this.#accept(",") && !this.#looking("}")) throw this.#unexpected();
    }
    return matchers;
  }

  filters(): readonly LineTest[] {
    const filters: LineTest[] = [];
    for (let op = this.#filterAhead(); op !== undefined; op = this.#filterAhead()) filters.push(this.#lineFilter(op));
    return filters;
  }

  stages(): readonly Stage[] {
    const stages: Stage[] = [];
    for (;;) {
      const op = this.#filterAhead();
      if (op !== undefined) {
        const passes = this.#lineFilter(op);
        stages.push((state) => (passes(state.line) ? state : undefined));
      } else if (this.#accept("|")) stages.push(this.#stage());
      else return stages;
    }
  }

  #filterAhead(): string | undefined {
    return ["|=", "!=", "|~", "!~"].find((op) => this.#looking(op));
  }

  #lineFilter(op: string): LineTest {
    this.#expect(op);
    const tests = [this.#lineTest(op)];
    while (this.#accept("or")) tests.push(this.#lineTest(op));
    const wanted = op.startsWith("|");
    return (line) => tests.some((matches) => matches(line)) === wanted;
  }

  #lineTest(op: string): LineTest {
    const text = this.#string();
    return op.endsWith("=") ? (line) => line.includes(text) : this.#regex(text);
  }

  #stage(): Stage {
    const word = this.#word();
    switch (word) {
      case "json":
        return jsonStage;
      case "logfmt":
        return logfmtStage;
      case "drop":
      case "keep":
        return this.#selectLabels(word);
      case "line_format":
        return lineFormatStage(this.#string());
      case "decolorize":
        return (state) => state;
      default:
        return this.#labelFilter(word);
    }
  }

  #selectLabels(word: "drop" | "keep"): Stage {
    const names = new Set([this.#word()]);
    while (this.#accept(",")) names.add(this.#word());
    return ({ line, labels }) => ({
      line,
      labels: Object.fromEntries(Object.entries(labels).filter(([name]) => names.has(name) === (word === "keep"))),
    });
  }

  /** `level="error" and status >= 500 or …`, from left to right, `and` before `or`. */
  #labelFilter(first: string): Stage {
    const alternatives = [[this.#labelTest(first)]];
    for (;;) {
      if (this.#accept("and") || this.#accept(",")) alternatives.at(-1)?.push(this.#labelTest(this.#word()));
      else if (this.#accept("or")) alternatives.push([this.#labelTest(this.#word())]);
      else return (state) => (alternatives.some((tests) => tests.every((test) => test(state.labels))) ? state : undefined);
    }
  }

  #labelTest(name: string): (labels: Readonly<Record<string, string>>) => boolean {
    const op = ["==", "!=", ">=", "<=", "=~", "!~", "=", ">", "<"].find((candidate) => this.#looking(candidate));
    if (op === undefined) throw this.#unexpected();
    this.#expect(op);
    if (this.#looking('"') || this.#looking("`")) return this.#textTest(name, op);
    const number = this.#number();
    const compare = COMPARE[op];
    if (compare === undefined) throw this.#unexpected();
    return (labels) => {
      const value = numberOf(labels[name]);
      return value !== undefined && compare(value, number);
    };
  }

  #textTest(name: string, op: string): (labels: Readonly<Record<string, string>>) => boolean {
    if (op !== "=" && op !== "!=" && op !== "=~" && op !== "!~" && op !== "==") throw this.#unexpected();
    const matcher = this.#makeMatcher(name, op === "==" ? "=" : op, this.#string());
    return (labels) => matcher.matches(labels[name] ?? "");
  }

  #matcher(): Matcher {
    const name = this.#word();
    const op = (["=~", "!~", "!=", "="] as const).find((candidate) => this.#looking(candidate));
    if (op === undefined) throw this.#unexpected();
    this.#expect(op);
    return this.#makeMatcher(name, op, this.#string());
  }

  #makeMatcher(name: string, op: Matcher["op"], value: string): Matcher {
    try {
      return makeMatcher(name, op, value);
    } catch (cause) {
      throw new LogqlError(`parse error : ${(cause as Error).message}`);
    }
  }

  #regex(text: string): (line: string) => boolean {
    try {
      return compileRegex(text);
    } catch (cause) {
      throw new LogqlError(`parse error : ${(cause as Error).message}`);
    }
  }

  #number(): number {
    this.#skip();
    const text = /^-?[\d.]+[a-zA-Z]*/.exec(this.#query.slice(this.at))?.[0];
    const value = numberOf(text);
    if (text === undefined || value === undefined) throw this.#unexpected();
    this.at += text.length;
    return value;
  }

  #word(): string {
    this.#skip();
    const word = /^[A-Za-z_][\w.]*/.exec(this.#query.slice(this.at))?.[0];
    if (word === undefined) throw this.#unexpected();
    this.at += word.length;
    return word;
  }

  #string(): string {
    this.#skip();
    const rest = this.#query.slice(this.at);
    const raw = /^`([^`]*)`/.exec(rest);
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest);
    if (raw === null && quoted === null) throw this.#unexpected("STRING");
    this.at += (raw ?? quoted)?.[0].length ?? 0;
    return raw === null ? unquote(quoted?.[0] as string) : (raw[1] as string);
  }

  #skip(): void {
    while (/\s/.test(this.#query[this.at] ?? "x")) this.at += 1;
  }

  #looking(text: string): boolean {
    this.#skip();
    if (!this.#query.startsWith(text, this.at)) return false;
    return !/^\w/.test(text) || !/\w/.test(this.#query[this.at + text.length] ?? " ");
  }

  #accept(text: string): boolean {
    if (!this.#looking(text)) return false;
    this.at += text.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected();
  }

  #unexpected(expected?: string): LogqlError {
    this.#skip();
    const before = this.#query.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - (before.lastIndexOf("\n") + 1) + 1;
    const wish = expected === undefined ? "" : `, expecting ${expected}`;
    return new LogqlError(
      `parse error at line ${line}, col ${column}: syntax error: unexpected ${describe(this.#query.slice(this.at))}${wish}`,
    );
  }
}

const describe = (rest: string): string => {
  if (rest === "") return "$end";
  if (/^[A-Za-z_]/.test(rest)) return "IDENTIFIER";
  if (/^["`]/.test(rest)) return "STRING";
  return /^\d/.test(rest) ? "NUMBER" : (rest[0] as string);
};

const unquote = (text: string): string => {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1).replace(/\\(.)/g, "$1");
  }
};

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
};
