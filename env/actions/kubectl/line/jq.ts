import { FilterProblem, type FilterResult } from "./filter-result.ts";
import { isTruthy, JQ_FUNCTIONS, JqFailure, type Step, typeName } from "./jq-functions.ts";

/** `jq` for paths: `.a.b`, `.a[]`, `.a[0]`, `|`, `,`, `select`, `map`, `length`, `keys`, `{a, b: .c}`, `[ … ]`, `"text \(.a)"`, comparisons. Throws FilterProblem for anything else. */
export const compileJq = (args: readonly string[]): ((input: string) => FilterResult) => {
  const flags = args.filter((arg) => arg.startsWith("-"));
  const [program = ".", ...files] = args.filter((arg) => !arg.startsWith("-"));
  const letters = new Set(flags.flatMap((flag) => (flag.startsWith("--") ? [LONG_FLAGS[flag] ?? flag] : [...flag.slice(1)])));
  const unknown = [...letters].find((letter) => !"rcSMe".includes(letter));
  if (unknown !== undefined || files.length > 0) throw new FilterProblem("only a program and the options -r, -c and -S are available");
  const run = compile(program);
  return (input) => {
    const lines: string[] = [];
    try {
      for (const value of run(JSON.parse(input)))
        lines.push(
          typeof value === "string" && letters.has("r") ? value : JSON.stringify(value, undefined, letters.has("c") ? undefined : 2),
        );
    } catch (error) {
      const message = error instanceof JqFailure ? error.message : error instanceof SyntaxError ? "parse error: Invalid JSON" : undefined;
      if (message === undefined) throw error;
      const prefix = error instanceof JqFailure ? "jq: error (at <stdin>:0): " : "jq: ";
      return {
        stdout: lines.map((line) => `${line}\n`).join(""),
        stderr: `${prefix}${message}\n`,
        exitCode: error instanceof JqFailure ? 5 : 2,
      };
    }
    return { stdout: lines.map((line) => `${line}\n`).join(""), stderr: "", exitCode: 0 };
  };
};

const LONG_FLAGS: Readonly<Record<string, string>> = { "--raw-output": "r", "--compact-output": "c", "--sort-keys": "S" };

const TOKEN = /\s*(\|\||==|!=|>=|<=|\.\.|[.[\](){}|,:?<>]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*)/y;

interface Parser {
  readonly tokens: readonly string[];
  at: number;
  readonly program: string;
  depth: number;
}

const compile = (program: string): Step => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < program.trimEnd().length) {
    const match = TOKEN.exec(program);
    if (match === null) throw notAvailable(program);
    tokens.push(match[1] as string);
  }
  const parser: Parser = { tokens, at: 0, program, depth: 0 };
  const step = parsePipe(parser);
  if (parser.at < tokens.length) throw notAvailable(program);
  return step;
};

const notAvailable = (program: string): FilterProblem =>
  new FilterProblem(
    `the program ${JSON.stringify(program)} is not available; there are paths, |, select, map, length, keys, comparisons, [ ] and { }`,
  );

const DEPTH_MAX = 50;
const peek = (parser: Parser): string | undefined => parser.tokens[parser.at];
const expect = (parser: Parser, token: string): void => {
  if (parser.tokens[parser.at++] !== token) throw notAvailable(parser.program);
};

const parsePipe = (parser: Parser): Step => {
  if (++parser.depth > DEPTH_MAX) throw notAvailable(parser.program);
  const left = parseComma(parser);
  parser.depth--;
  if (peek(parser) !== "|") return left;
  parser.at++;
  const right = parsePipe(parser);
  return (value) => left(value).flatMap(right);
};

const parseComma = (parser: Parser): Step => {
  const steps = [parseOr(parser)];
  while (peek(parser) === ",") {
    parser.at++;
    steps.push(parseOr(parser));
  }
  return steps.length === 1 ? (steps[0] as Step) : (value) => steps.flatMap((step) => step(value));
};

const parseOr = (parser: Parser): Step => {
  let left = parseComparison(parser);
  while (peek(parser) === "or" || peek(parser) === "and") {
    const isOr = parser.tokens[parser.at++] === "or";
    const [first, second] = [left, parseComparison(parser)];
    left = (value) => first(value).flatMap((a) => (isTruthy(a) === isOr ? [isOr] : second(value).map(isTruthy)));
  }
  return left;
};

const COMPARISONS: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  "==": (a, b) => JSON.stringify(a) === JSON.stringify(b),
  "!=": (a, b) => JSON.stringify(a) !== JSON.stringify(b),
  ">": (a, b) => (a as number) > (b as number),
  "<": (a, b) => (a as number) < (b as number),
  ">=": (a, b) => (a as number) >= (b as number),
  "<=": (a, b) => (a as number) <= (b as number),
};

const parseComparison = (parser: Parser): Step => {
  const left = parseTerm(parser);
  const compare = COMPARISONS[peek(parser) ?? ""];
  if (compare === undefined) return left;
  parser.at++;
  const right = parseTerm(parser);
  return (value) => right(value).flatMap((b) => left(value).map((a) => compare(a ?? null, b ?? null)));
};

const parseTerm = (parser: Parser): Step => {
  let step = parsePrimary(parser);
  for (;;) {
    const next = peek(parser);
    if (next === "[") step = chain(step, parseBrackets(parser));
    else if (next === "." && /^["A-Za-z_[]/.test(parser.tokens[parser.at + 1] ?? "")) {
      parser.at++;
      step =
        peek(parser) === "[" ? chain(step, parseBrackets(parser)) : chain(step, fieldStep(nameOf(parser.tokens[parser.at++] as string)));
    } else if (next === "?") {
      parser.at++;
      step = tolerant(step);
    } else return step;
  }
};

const chain =
  (first: Step, second: Step): Step =>
  (value) =>
    first(value).flatMap(second);

const tolerant =
  (step: Step): Step =>
  (value) => {
    try {
      return step(value);
    } catch (error) {
      if (error instanceof JqFailure) return [];
      throw error;
    }
  };

const nameOf = (token: string): string => (token.startsWith('"') ? (JSON.parse(token) as string) : token);

const fieldStep =
  (name: string): Step =>
  (value) => {
    if (value === null || value === undefined) return [null];
    if (typeof value !== "object" || Array.isArray(value))
      throw new JqFailure(`Cannot index ${typeName(value)} with ${JSON.stringify(name)}`);
    return [(value as Readonly<Record<string, unknown>>)[name] ?? null];
  };

const iterate: Step = (value) => {
  if (typeof value !== "object" || value === null) throw new JqFailure(`Cannot iterate over ${typeName(value)}`);
  return Object.values(value);
};

const parseBrackets = (parser: Parser): Step => {
  expect(parser, "[");
  const token = parser.tokens[parser.at++] ?? "";
  if (token === "]") return iterate;
  expect(parser, "]");
  if (token.startsWith('"')) return fieldStep(nameOf(token));
  if (!/^-?\d+$/.test(token)) throw notAvailable(parser.program);
  return (value) => {
    if (value === null) return [null];
    if (!Array.isArray(value)) throw new JqFailure(`Cannot index ${typeName(value)} with number`);
    return [value.at(Number(token)) ?? null];
  };
};

const parsePrimary = (parser: Parser): Step => {
  const token = parser.tokens[parser.at++];
  if (token === undefined) throw notAvailable(parser.program);
  if (token === ".") {
    const next = peek(parser) ?? "";
    if (!/^["A-Za-z_]/.test(next) || WORDS.has(next)) return (value) => [value];
    parser.at++;
    return fieldStep(nameOf(next));
  }
  if (token === "(") {
    const inner = parsePipe(parser);
    expect(parser, ")");
    return inner;
  }
  if (token === "[") return parseArray(parser);
  if (token === "{") return parseObject(parser);
  if (token.startsWith('"')) return parseString(parser, token);
  if (/^-?\d/.test(token)) return () => [Number(token)];
  return parseCall(parser, token);
};

const WORDS = new Set(["and", "or"]);

const parseArray = (parser: Parser): Step => {
  if (peek(parser) === "]") {
    parser.at++;
    return () => [[]];
  }
  const inner = parsePipe(parser);
  expect(parser, "]");
  return (value) => [[...inner(value)]];
};

const parseObject = (parser: Parser): Step => {
  const fields: (readonly [string, Step])[] = [];
  while (peek(parser) !== "}") {
    if (fields.length > 0) expect(parser, ",");
    const name = nameOf(parser.tokens[parser.at++] ?? "");
    if (!/^[\w ./-]+$/.test(name)) throw notAvailable(parser.program);
    if (peek(parser) !== ":") fields.push([name, fieldStep(name)]);
    else {
      parser.at++;
      fields.push([name, parseOr(parser)]);
    }
  }
  parser.at++;
  return (value) =>
    fields.reduce<readonly Readonly<Record<string, unknown>>[]>(
      (made, [name, step]) => made.flatMap((object) => step(value).map((field) => ({ ...object, [name]: field }))),
      [{}],
    );
};

const parseString = (parser: Parser, token: string): Step => {
  const parts = token.slice(1, -1).split(/\\\(([^()]*)\)/);
  if (parts.length === 1) return () => [JSON.parse(token)];
  if (++parser.depth > DEPTH_MAX) throw notAvailable(parser.program);
  const steps = parts.map((part, at): Step => (at % 2 === 1 ? compile(part) : () => [JSON.parse(`"${part}"`)]));
  parser.depth--;
  const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  return (value) =>
    steps.reduce<readonly string[]>((made, step) => made.flatMap((head) => step(value).map((part) => head + text(part))), [""]);
};

const parseCall = (parser: Parser, name: string): Step => {
  const plain = Object.hasOwn(JQ_FUNCTIONS, name) ? JQ_FUNCTIONS[name] : undefined;
  if (plain !== undefined) return plain;
  if (!["select", "map", "has", "contains", "startswith", "endswith", "join"].includes(name)) throw notAvailable(parser.program);
  expect(parser, "(");
  const inner = parsePipe(parser);
  expect(parser, ")");
  const textTest =
    (test: (value: string, part: string) => boolean): Step =>
    (value) =>
      inner(value).map((part) => test(String(value ?? ""), String(part)));
  const calls: Readonly<Record<string, Step>> = {
    select: (value) =>
      inner(value)
        .filter(isTruthy)
        .map(() => value),
    map: (value) => [iterate(value).flatMap(inner)],
    has: (value) => inner(value).map((key) => typeof value === "object" && value !== null && Object.hasOwn(value, String(key))),
    contains: textTest((value, part) => value.includes(part)),
    startswith: textTest((value, part) => value.startsWith(part)),
    endswith: textTest((value, part) => value.endsWith(part)),
    join: (value) =>
      inner(value).map((separator) =>
        iterate(value)
          .map((item) => String(item ?? ""))
          .join(String(separator)),
      ),
  };
  return calls[name] as Step;
};
