import { charge, chargeItems, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { JQ_OPERATORS } from "./jq-arithmetic.ts";
import { JQ_CALLS } from "./jq-calls.ts";
import { JQ_FORMATS } from "./jq-formats.ts";
import { JQ_FUNCTIONS } from "./jq-functions.ts";
import { compareValues } from "./jq-order.ts";
import { ASSIGNMENTS, assignment, chain, fieldStep, identity, indexStep, iterate, parallel } from "./jq-paths.ts";
import { JqRefusal } from "./jq-refusal.ts";
import { eachOf, isTruthy, JqFailure, jsonText, type Step } from "./jq-value.ts";

/**
 * Compiles a program of jq.
 *
 * @throws JqRefusal for a part of the language that is not there
 */
export const compileProgram = (program: string): Step => {
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

const TOKEN = /\s*(\|\||\|=|\/\/=|\/\/|==|!=|>=|<=|[-+*/%]=|\.\.|[-+*/%.[\](){}|,:?<>=]|"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?|@?[A-Za-z_]\w*)/y;

interface Parser {
  readonly tokens: readonly string[];
  at: number;
  readonly program: string;
  depth: number;
}

const notAvailable = (program: string): JqRefusal =>
  new JqRefusal(
    `the program ${jsonText(program)} is not available; there are paths, |, //, select, map, sort_by, length, keys, comparisons, sums, [ ] and { }`,
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
  return chain(left, right);
};

const parseComma = (parser: Parser): Step => {
  const steps = [parseAlternative(parser)];
  while (peek(parser) === ",") {
    parser.at++;
    steps.push(parseAlternative(parser));
  }
  return steps.length === 1 ? (steps[0] as Step) : parallel(steps);
};

/** `a // b`: what is truthy of the first, else the second. */
const parseAlternative = (parser: Parser): Step => {
  const left = parseAssignment(parser);
  if (peek(parser) !== "//") return left;
  parser.at++;
  const right = parseAlternative(parser);
  const found = tolerant(left);
  return (value) => {
    const values = found(value).filter(isTruthy);
    return values.length > 0 ? values : right(value);
  };
};

/** `.a = 1`, `.a |= tojson`, `.a += 1`. */
const parseAssignment = (parser: Parser): Step => {
  const left = parseOr(parser);
  const operator = peek(parser) ?? "";
  if (!ASSIGNMENTS.has(operator)) return left;
  parser.at++;
  const step = assignment(left, operator, parseAlternative(parser));
  if (step === undefined) throw notAvailable(parser.program);
  return step;
};

const parseOr = (parser: Parser): Step => {
  let left = parseComparison(parser);
  while (peek(parser) === "or" || peek(parser) === "and") {
    const isOr = parser.tokens[parser.at++] === "or";
    const [first, second] = [left, parseComparison(parser)];
    left = (value) => eachOf(first(value), (a) => (isTruthy(a) === isOr ? [isOr] : second(value).map(isTruthy)));
  }
  return left;
};

const COMPARISONS: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  "==": (a, b) => compareValues(a, b) === 0,
  "!=": (a, b) => compareValues(a, b) !== 0,
  ">": (a, b) => compareValues(a, b) > 0,
  "<": (a, b) => compareValues(a, b) < 0,
  ">=": (a, b) => compareValues(a, b) >= 0,
  "<=": (a, b) => compareValues(a, b) <= 0,
};

const parseComparison = (parser: Parser): Step => {
  const left = parseSum(parser);
  const compare = COMPARISONS[peek(parser) ?? ""];
  if (compare === undefined) return left;
  parser.at++;
  const right = parseSum(parser);
  return (value) => eachOf(right(value), (b) => left(value).map((a) => compare(a ?? null, b ?? null)));
};

const parseSum = (parser: Parser): Step => parseOperators(parser, ["+", "-"], parseProduct);
const parseProduct = (parser: Parser): Step => parseOperators(parser, ["*", "/", "%"], parseTerm);

const parseOperators = (parser: Parser, operators: readonly string[], next: (parser: Parser) => Step): Step => {
  let left = next(parser);
  while (operators.includes(peek(parser) ?? "")) {
    const apply = JQ_OPERATORS[parser.tokens[parser.at++] as string] as (a: unknown, b: unknown) => unknown;
    const [first, second] = [left, next(parser)];
    left = (value) => eachOf(second(value), (b) => first(value).map((a) => apply(a, b)));
  }
  return left;
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

const parseBrackets = (parser: Parser): Step => {
  expect(parser, "[");
  let token = parser.tokens[parser.at++] ?? "";
  if (token === "]") return iterate();
  if (token === "-") token += parser.tokens[parser.at++] ?? "";
  expect(parser, "]");
  if (token.startsWith('"')) return fieldStep(nameOf(token));
  if (!/^-?\d+$/.test(token)) throw notAvailable(parser.program);
  return indexStep(Number(token));
};

const parsePrimary = (parser: Parser): Step => {
  const token = parser.tokens[parser.at++];
  if (token === undefined) throw notAvailable(parser.program);
  if (token === ".") {
    const next = peek(parser) ?? "";
    if (!/^["A-Za-z_]/.test(next) || WORDS.has(next)) return identity();
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
  if (token === "-" && /^\d/.test(peek(parser) ?? "")) return () => [-Number(parser.tokens[parser.at - 1])];
  if (/^\d/.test(token)) return () => [Number(token)];
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
  return (value) => [[...eachOf([value], inner)]];
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
      fields.push([name, parseAlternative(parser)]);
    }
  }
  parser.at++;
  return (value) =>
    fields.reduce<readonly Readonly<Record<string, unknown>>[]>(
      (made, [name, step]) =>
        made.flatMap((object) => {
          const members = step(value);
          chargeItems(members.length * (1 + Object.keys(object).length));
          return members.map((field) => ({ ...object, [name]: field }));
        }),
      [{}],
    );
};

const parseString = (parser: Parser, token: string): Step => {
  const parts = token.slice(1, -1).split(/\\\(([^()]*)\)/);
  if (parts.length === 1) return () => [JSON.parse(token)];
  if (++parser.depth > DEPTH_MAX) throw notAvailable(parser.program);
  const steps = parts.map((part, at): Step => (at % 2 === 1 ? compileProgram(part) : () => [JSON.parse(`"${part}"`)]));
  parser.depth--;
  const text = (value: unknown): string => (typeof value === "string" ? value : jsonText(value));
  return (value) =>
    steps.reduce<readonly string[]>((made, step) => made.flatMap((head) => step(value).map((part) => joined(head, text(part)))), [""]);
};

const joined = (head: string, part: string): string => {
  chargeText(STEP_UNITS + head.length + part.length);
  return head + part;
};

const parseCall = (parser: Parser, name: string): Step => {
  const isCalled = peek(parser) === "(";
  const plain = !isCalled && Object.hasOwn(JQ_FUNCTIONS, name) ? JQ_FUNCTIONS[name] : undefined;
  if (plain !== undefined) return booked(plain);
  const format = Object.hasOwn(JQ_FORMATS, name) ? JQ_FORMATS[name] : undefined;
  if (format !== undefined) return booked(format);
  const call = Object.hasOwn(JQ_CALLS, name) ? JQ_CALLS[name] : undefined;
  if (call === undefined) throw notAvailable(parser.program);
  expect(parser, "(");
  const inner = parsePipe(parser);
  expect(parser, ")");
  const made = call(inner);
  if (made === undefined) throw notAvailable(parser.program);
  return made;
};

/** A function of a whole value, whose size is its work. */
const booked =
  (step: Step): Step =>
  (value) => {
    if (Array.isArray(value)) chargeItems(value.length);
    else charge(STEP_UNITS + (typeof value === "string" ? 2 * value.length : 0));
    return step(value);
  };
