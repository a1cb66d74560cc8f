import { keepUpTo } from "#core/keep-up-to.ts";
import { BudgetSpentError, within } from "#core/work-budget.ts";
import { checkNames, type Environment } from "./check-names.ts";
import { type Bindings, evaluateCel } from "./evaluate.ts";
import { CelError, type Expression } from "./expression.ts";
import { parseCel } from "./parse.ts";
import { resultTypeOf } from "./result-type.ts";

/** A compiled expression. */
export interface Program {
  readonly source: string;
  /** The names of the surroundings that it reads: `self`, `oldSelf`, `object`. */
  readonly names: ReadonlySet<string>;
  /** @throws CelError */
  run(bindings: Bindings): unknown;
}

/** Compile error of an expression, in the server's words, with the position marked. */
export interface CompileFailure {
  readonly problem: string;
}

/** Compiles an expression; kept by its source, as the same rule is used for every object. */
export const compileCel = (source: string, environment?: Environment): Program | CompileFailure => {
  try {
    const program = keptProgram(source, parseProgram);
    if (environment !== undefined) checkNames(program.expression, environment);
    return program;
  } catch (cause) {
    if (!(cause instanceof CelError)) throw cause;
    return { problem: `compilation failed: ${marked(source, cause)}` };
  }
};

/** True for a compiled expression. */
export const isProgram = (compiled: Program | CompileFailure): compiled is Program => "run" in compiled;

/** The type of a program's result where it shows without running; `free` are the names that may be of any type. */
export const resultType = (program: Program, free: readonly string[]): string | undefined =>
  resultTypeOf((program as ParsedProgram).expression, new Set(free));

interface ParsedProgram extends Program {
  readonly expression: Expression;
}

const keptProgram = keepUpTo<string, ParsedProgram>(1024);

const parseProgram = (source: string): ParsedProgram => {
  const expression = parseCel(source);
  const names = new Set<string>();
  collectNames(expression, names);
  return { source, expression, names, run: (bindings) => runWithinBudget(expression, bindings) };
};

/** Runs an expression; what costs too much is refused in the words of the server. */
const runWithinBudget = (expression: Expression, bindings: Bindings): unknown => {
  try {
    return within(COST_MAX_UNITS, () => evaluateCel(expression, bindings));
  } catch (cause) {
    if (!(cause instanceof BudgetSpentError)) throw cause;
    throw new CelError("operation cancelled: actual cost limit exceeded");
  }
};

/** Work of one expression. */
const COST_MAX_UNITS = 4 * 1024 * 1024;

const collectNames = (value: unknown, names: Set<string>): void => {
  if (typeof value !== "object" || value === null) return;
  const node = value as Partial<Extract<Expression, { kind: "name" }>>;
  if (node.kind === "name" && node.name !== undefined) names.add(node.name);
  for (const member of Object.values(value)) collectNames(member, names);
};

/** `ERROR: <input>:1:6: …`, the line, and dots up to a caret under the place. */
const marked = (source: string, { message, at = 0 }: CelError): string => {
  const before = source.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length;
  const line = source.split("\n")[before.length - 1] ?? "";
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line}\n | ${".".repeat(column)}^`;
};
