import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { patternExpression } from "../language/patterns.ts";
import { posixExpression } from "./posix-expression.ts";

/** Raised and caught within this file. */
class TestError extends Error {}

const test: Applet = (call) => {
  try {
    const reader = new ConditionReader(call, call.args);
    return call.args.length === 0 ? 1 : reader.whole() ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestError)) throw error;
    // Both brackets are the shell's own, which speaks for them.
    call.err(`${call.name === "[[" ? "sh" : call.name}: ${error.message}\n`);
    return 2;
  }
};

class ConditionReader {
  readonly #call: AppletCall;
  readonly #args: readonly string[];
  #at = 0;

  constructor(call: AppletCall, args: readonly string[]) {
    this.#call = call;
    this.#args = args;
  }

  whole(): boolean {
    const value = this.#or();
    if (this.#at < this.#args.length) throw new TestError(`${this.#args[this.#at]}: unknown operand`);
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#args[this.#at] === "-o" || this.#args[this.#at] === "||") {
      this.#at += 1;
      value = this.#and() || value;
    }
    return value;
  }

  #and(): boolean {
    let value = this.#not();
    while (this.#args[this.#at] === "-a" || this.#args[this.#at] === "&&") {
      this.#at += 1;
      value = this.#not() && value;
    }
    return value;
  }

  #not(): boolean {
    if (this.#args[this.#at] === "!" && this.#args.length - this.#at > 1 && BINARY[this.#args[this.#at + 1] ?? ""] === undefined) {
      this.#at += 1;
      return !this.#not();
    }
    return this.#primary();
  }

  #isBinary(operator: string): boolean {
    return BINARY[operator] !== undefined || (this.#call.name === "[[" && PATTERN[operator] !== undefined);
  }

  #primary(): boolean {
    const left = this.#args[this.#at];
    const operator = this.#args[this.#at + 1];
    if (left === undefined) throw new TestError("argument expected");
    if (operator !== undefined && this.#isBinary(operator) && this.#at + 2 < this.#args.length) {
      this.#at += 3;
      const compare = (this.#call.name === "[[" ? PATTERN[operator] : undefined) ?? (BINARY[operator] as Compare);
      return compare(left, this.#args[this.#at - 1] as string, this.#call);
    }
    if (left === "(" && this.#args.length - this.#at > 2) {
      this.#at += 1;
      const value = this.#or();
      if (this.#args[this.#at] !== ")") throw new TestError("closing paren expected");
      this.#at += 1;
      return value;
    }
    if (/^-[a-zA-Z]$/.test(left) && operator !== undefined) {
      this.#at += 2;
      return unary(this.#call, left, operator);
    }
    this.#at += 1;
    return left !== "";
  }
}

const unary = (call: AppletCall, operator: string, value: string): boolean => {
  const { machine, proc } = call;
  if (operator === "-z") return value === "";
  if (operator === "-n") return value !== "";
  if (operator === "-t") return proc.fds[Number(value)]?.kind === "terminal";
  const full = call.path(value);
  const info = machine.fs.stat(full, operator !== "-L" && operator !== "-h");
  if (info === undefined || value === "") return false;
  switch (operator) {
    case "-f":
      return info.kind === "file";
    case "-d":
      return info.kind === "folder";
    case "-L":
    case "-h":
      return info.kind === "link";
    case "-s":
      return info.sizeBytes > 0;
    case "-x":
      return info.kind === "folder" || (info.mode & 0o111) !== 0;
    case "-w":
      return !machine.fs.isReadOnly(full);
    case "-c":
      return info.kind === "device";
    case "-b":
    case "-p":
    case "-S":
    case "-g":
    case "-u":
      return false;
    default:
      return true;
  }
};

type Compare = (left: string, right: string, call: AppletCall) => boolean;

const number = (text: string): number => {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new TestError(`${text}: bad number`);
  return Number(text);
};

const modified = (call: AppletCall, name: string): number => call.machine.fs.stat(call.path(name))?.modifiedMs ?? Number.NEGATIVE_INFINITY;

const BINARY: Readonly<Record<string, Compare>> = {
  "=": (left, right) => left === right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "-eq": (left, right) => number(left) === number(right),
  "-ne": (left, right) => number(left) !== number(right),
  "-lt": (left, right) => number(left) < number(right),
  "-le": (left, right) => number(left) <= number(right),
  "-gt": (left, right) => number(left) > number(right),
  "-ge": (left, right) => number(left) >= number(right),
  "-nt": (left, right, call) => modified(call, left) > modified(call, right),
  "-ot": (left, right, call) => modified(call, left) < modified(call, right),
};

/** Operators that compare by pattern between double brackets. */
const PATTERN: Readonly<Record<string, Compare>> = {
  "=": (left, right) => patternExpression(right).test(left),
  "==": (left, right) => patternExpression(right).test(left),
  "!=": (left, right) => !patternExpression(right).test(left),
  "=~": (left, right) => posixExpression(right, "extended")?.test(left) === true,
};

/** `expr`: integers, comparisons, and `:` for a match at the start. */
const expr: Applet = (call) => {
  const tokens = [...call.args];
  try {
    const value = either(tokens);
    if (tokens.length > 0) throw new TestError("syntax error");
    call.out(`${value}\n`);
    return value === "" || value === "0" ? 1 : 0;
  } catch (error) {
    if (error instanceof TestError) return call.fail(error.message, 2);
    throw error;
  }
};

const either = (tokens: string[]): string => {
  let left = both(tokens);
  while (tokens[0] === "|") {
    tokens.shift();
    const right = both(tokens);
    left = left !== "" && left !== "0" ? left : right;
  }
  return left;
};

const both = (tokens: string[]): string => {
  let left = comparison(tokens);
  while (tokens[0] === "&") {
    tokens.shift();
    const right = comparison(tokens);
    left = left !== "" && left !== "0" && right !== "" && right !== "0" ? left : "0";
  }
  return left;
};

const comparison = (tokens: string[]): string => {
  let left = sum(tokens);
  while (/^(=|==|!=|<|<=|>|>=)$/.test(tokens[0] ?? "")) {
    const operator = tokens.shift() as string;
    const right = sum(tokens);
    const isNumeric = /^-?\d+$/.test(left) && /^-?\d+$/.test(right);
    const order = isNumeric ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0;
    const holds = {
      "=": order === 0,
      "==": order === 0,
      "!=": order !== 0,
      "<": order < 0,
      "<=": order <= 0,
      ">": order > 0,
      ">=": order >= 0,
    }[operator];
    left = holds === true ? "1" : "0";
  }
  return left;
};

const sum = (tokens: string[]): string => {
  let left = product(tokens);
  while (tokens[0] === "+" || tokens[0] === "-") left = calculate(tokens.shift() as string, left, product(tokens));
  return left;
};

const product = (tokens: string[]): string => {
  let left = match(tokens);
  while (/^[*/%]$/.test(tokens[0] ?? "")) left = calculate(tokens.shift() as string, left, match(tokens));
  return left;
};

const calculate = (operator: string, left: string, right: string): string => {
  if (!/^-?\d+$/.test(left) || !/^-?\d+$/.test(right)) throw new TestError("non-numeric argument");
  const [a, b] = [BigInt(left), BigInt(right)];
  if (b === 0n && /[/%]/.test(operator)) throw new TestError("division by zero");
  return `${operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : operator === "/" ? a / b : a % b}`;
};

const match = (tokens: string[]): string => {
  let left = atom(tokens);
  while (tokens[0] === ":") {
    tokens.shift();
    const pattern = atom(tokens).replaceAll(/\\([()])/g, "$1");
    const found = new RegExp(`^${pattern}`).exec(left);
    left = /\(/.test(pattern) ? (found?.[1] ?? "") : `${found?.[0].length ?? 0}`;
  }
  return left;
};

const atom = (tokens: string[]): string => {
  const token = tokens.shift();
  if (token === undefined) throw new TestError("syntax error");
  if (token === "length") return `${(tokens.shift() ?? "").length}`;
  if (token === "substr") {
    const [text = "", from = "1", length = "0"] = tokens.splice(0, 3);
    return text.slice(Number(from) - 1, Number(from) - 1 + Number(length));
  }
  if (token === "index") {
    const [text = "", set = ""] = tokens.splice(0, 2);
    return `${[...text].findIndex((character) => set.includes(character)) + 1}`;
  }
  if (token !== "(") return token;
  const value = either(tokens);
  if (tokens.shift() !== ")") throw new TestError("syntax error");
  return value;
};

/** Applets that decide and calculate. */
export const TEST_APPLETS: Readonly<Record<string, Applet>> = { "[": (call) => test(call), "[[": (call) => test(call), expr, test };
