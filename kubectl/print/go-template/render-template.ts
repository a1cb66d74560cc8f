import { charge, chargeItems, chargeJson, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { callFunction } from "./functions.ts";
import { type Node, type Operand, type Pipe, type Template, TemplateError } from "./nodes.ts";
import { goPrint, isTrue, typeOf } from "./values.ts";

/**
 * Renders data with a template, tolerating missing keys unless `refusesMissing`. Throws TemplateError, with what was
 * printed so far in `printed`.
 */
export const renderTemplate = (template: Template, data: unknown, refusesMissing = false): string => {
  const state: State = { template, out: "", scopes: [new Map([["$", data]])], depth: 0, refusesMissing };
  walk(state, template.nodes, data);
  return state.out;
};

const DEPTH_MAX = 1_000;
const RANGE_MAX = 10_000n;

interface State {
  readonly template: Template;
  readonly refusesMissing: boolean;
  out: string;
  scopes: Map<string, unknown>[];
  depth: number;
}

/** Way in which a list of nodes ended. */
type Ending = "done" | "break" | "continue";

const walk = (state: State, nodes: readonly Node[], dot: unknown): Ending => {
  for (const node of nodes) {
    const ending = walkNode(state, node, dot);
    if (ending !== "done") return ending;
  }
  return "done";
};

const walkNode = (state: State, node: Node, dot: unknown): Ending => {
  charge(STEP_UNITS * 2);
  switch (node.kind) {
    case "text":
      chargeText(node.text.length);
      state.out += node.text;
      return "done";
    case "print": {
      const value = evaluate(state, node.pipe, dot);
      if (node.pipe.variables.length > 0) return "done";
      chargeJson(value);
      state.out += value === null ? "<no value>" : goPrint(value);
      return "done";
    }
    case "break":
    case "continue":
      return node.kind;
    case "template":
      callTemplate(state, node.name, node.pipe === undefined ? undefined : evaluate(state, node.pipe, dot));
      return "done";
    default:
      return inScope(state, () => (node.kind === "range" ? walkRange(state, node, dot) : walkBranch(state, node, dot)));
  }
};

const inScope = <T>(state: State, run: () => T): T => {
  const depth = state.scopes.length;
  state.scopes.push(new Map());
  const result = run();
  state.scopes.length = depth;
  return result;
};

type Branch = Extract<Node, { kind: "if" | "with" | "range" }>;

const walkBranch = (state: State, { kind, pipe, body, otherwise }: Branch, dot: unknown): Ending => {
  const value = evaluate(state, pipe, dot);
  return isTrue(value) ? walk(state, body, kind === "with" ? value : dot) : walk(state, otherwise, dot);
};

const walkRange = (state: State, { pipe, body, otherwise }: Branch, dot: unknown): Ending => {
  const value = evaluate(state, { ...pipe, variables: [] }, dot);
  const entries = entriesOf(value, state, pipe);
  if (entries.length === 0) return walk(state, otherwise, dot);
  for (const [key, item] of entries) {
    const ending = inScope(state, () => {
      const scope = state.scopes.at(-1) as Map<string, unknown>;
      const [first, second] = pipe.variables;
      if (second !== undefined) scope.set(first as string, key).set(second, item);
      else if (first !== undefined) scope.set(first, item);
      return walk(state, body, item);
    });
    if (ending === "break") break;
  }
  return "done";
};

const entriesOf = (value: unknown, state: State, pipe: Pipe): readonly (readonly [unknown, unknown])[] => {
  if (value === undefined || value === null) return [];
  if (typeof value === "object") chargeItems(Object.keys(value).length);
  if (Array.isArray(value)) return value.map((item, at) => [BigInt(at), item]);
  if (typeof value === "object") {
    const map = value as Readonly<Record<string, unknown>>;
    return Object.keys(map)
      .sort()
      .map((key) => [key, map[key]]);
  }
  if (typeof value === "bigint" && value < RANGE_MAX) {
    chargeItems(Number(value));
    return Array.from({ length: Math.max(0, Number(value)) }, (_, at) => [BigInt(at), BigInt(at)]);
  }
  throw problem(state, pipe, `range can't iterate over ${goPrint(value)}`);
};

const callTemplate = (state: State, name: string, data: unknown): void => {
  const nodes = state.template.defined.get(name);
  if (nodes === undefined) throw new TemplateError(`template: output: template ${JSON.stringify(name)} not defined`);
  if (++state.depth > DEPTH_MAX) throw new TemplateError(`template: output: exceeded maximum template depth (${DEPTH_MAX})`);
  const outer = state.scopes;
  state.scopes = [new Map([["$", data]])];
  walk(state, nodes, data);
  state.scopes = outer;
  state.depth--;
};

const problem = (state: State, pipe: Pick<Pipe, "source" | "at">, message: string): TemplateError => {
  const line = 1;
  return new TemplateError(`template: output:${line}:${pipe.at}: executing "output" at <${pipe.source}>: ${message}`, { cause: state.out });
};

const evaluate = (state: State, pipe: Pipe, dot: unknown): unknown => {
  let value: unknown;
  pipe.commands.forEach((words, at) => {
    value = runCommand(state, { words, dot, pipe, piped: at === 0 ? [] : [value] });
  });
  for (const name of pipe.variables) assign(state, name, { value, declares: pipe.declares });
  return value;
};

const assign = (state: State, name: string, { value, declares }: { readonly value: unknown; readonly declares: boolean }): void => {
  const scope = declares ? state.scopes.at(-1) : state.scopes.findLast((known) => known.has(name));
  (scope ?? (state.scopes.at(-1) as Map<string, unknown>)).set(name, value);
};

interface CommandRun {
  readonly words: readonly Operand[];
  readonly dot: unknown;
  readonly pipe: Pipe;
  readonly piped: readonly unknown[];
}

const runCommand = (state: State, { words, dot, pipe, piped }: CommandRun): unknown => {
  const [first, ...rest] = words as readonly [Operand, ...Operand[]];
  if (first.kind !== "call") {
    const value = operand(state, first, { dot, pipe });
    if (rest.length + piped.length === 0) return value;
    throw problem(state, pipe, `can't give argument to non-function ${first.source}`);
  }
  const isLazy = first.name === "and" || first.name === "or";
  const args: unknown[] = [];
  for (const word of rest) {
    const value = operand(state, word, { dot, pipe });
    // `and` and `or` look no further than they need to.
    if (isLazy && isTrue(value) === (first.name === "or")) return value;
    args.push(value);
  }
  try {
    return callFunction(first.name, [...args, ...piped]);
  } catch (error) {
    if (error instanceof TemplateError) throw problem(state, { source: pipe.source, at: pipe.at }, error.message);
    throw error;
  }
};

const operand = (state: State, word: Operand, place: { readonly dot: unknown; readonly pipe: Pipe }): unknown => {
  switch (word.kind) {
    case "value":
      return word.value;
    case "call":
      return runCommand(state, { words: [word], dot: place.dot, pipe: place.pipe, piped: [] });
    case "field":
      return fieldOf(state, place.dot, { names: word.names, source: word.source, pipe: place.pipe });
    case "pipe":
      return fieldOf(state, evaluate(state, word.pipe, place.dot), { names: word.names, source: word.source, pipe: place.pipe });
    case "variable": {
      const value = state.scopes.findLast((scope) => scope.has(word.name))?.get(word.name);
      return fieldOf(state, value, { names: word.names, source: word.source, pipe: place.pipe });
    }
  }
};

interface FieldPath {
  readonly names: readonly string[];
  readonly source: string;
  readonly pipe: Pipe;
}

const fieldOf = (state: State, from: unknown, { names, source, pipe }: FieldPath): unknown =>
  names.reduce((value: unknown, name, at) => {
    // What is not there has no fields, which is no failure; null has none either, and is one.
    if (value === undefined) return undefined;
    const place = { source, at: pipe.at + (names.length > 1 ? (names[0] as string).length + 1 : 0) };
    if (value === null) throw problem(state, place, `nil pointer evaluating interface {}.${name}`);
    if (typeof value !== "object" || Array.isArray(value))
      throw problem(state, place, `can't evaluate field ${name} in type ${at === 0 ? typeOf(value) : "interface {}"}`);
    if (state.refusesMissing && !Object.hasOwn(value, name))
      throw problem(state, place, `map has no entry for key ${JSON.stringify(name)}`);
    return (value as Readonly<Record<string, unknown>>)[name];
  }, from);
