import { chargeItems, chargeJson } from "#core/work-budget.ts";
import { JsonPathError, type PathAction, type PathNode, type PathTemplate, parseJsonPath } from "./jsonpath-parse.ts";

/** Options of evaluating a template. */
export interface JsonPathOptions {
  /** True: a key that no object has is an error; missing: it gives no values. */
  readonly refusesMissing?: boolean;
}

/**
 * Evaluates a template: one list of values per action and text, in order; ranges are unrolled.
 *
 * Missing keys give nothing, as with kubectl's default, or are refused; an index out of bounds is an error.
 * @throws JsonPathError
 */
export const evaluateJsonPath = (
  template: PathTemplate,
  root: unknown,
  { refusesMissing = false }: JsonPathOptions = {},
): readonly (readonly unknown[])[] => {
  const out: (readonly unknown[])[] = [];
  runActions({ template, out, depth: 0, refusesMissing }, 0, root, true);
  return out;
};

/** Parses and evaluates an expression of one action, such as `{.spec.replicas}`, and returns its values. */
export const jsonPathValues = (expression: string, root: unknown): readonly unknown[] =>
  evaluateJsonPath(parseJsonPath(expression), root).flat();

/**
 * Adds the braces and the leading dot that users may omit: `metadata.name`, `.metadata.name`, `{.metadata.name}`.
 *
 * @returns undefined when the text is no path
 */
export const relaxedJsonPath = (text: string): string | undefined => {
  if (text === "") return "";
  const match = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(text);
  if (match === null) return undefined;
  return `{.${match[1] ?? match[2]}}`;
};

/** Renders the values of one action: separated by blanks, objects as compact JSON. */
export const renderJsonPath = (results: readonly (readonly unknown[])[], renderObject: (value: unknown) => string): string => {
  let text = "";
  for (const values of results) {
    for (const value of values) chargeJson(value);
    text += values.map((value) => (typeof value === "object" && value !== null ? renderObject(value) : scalarText(value))).join(" ");
  }
  return text;
};

const scalarText = (value: unknown): string => (value === null || value === undefined ? "null" : String(value));

interface Run {
  readonly template: PathTemplate;
  readonly out: (readonly unknown[])[];
  depth: number;
  readonly refusesMissing: boolean;
}

/** @returns the index after the action that ended this block */
const runActions = (run: Run, from: number, current: unknown, isEmitting: boolean): number => {
  for (let i = from; i < run.template.length; i++) {
    const action = run.template[i] as PathAction;
    const first = action[0];
    if (first?.kind === "end") {
      if (run.depth === 0) throw new JsonPathError("not in range, nothing to end");
      return i + 1;
    }
    if (first?.kind === "range") {
      i = runRange(run, i, current, isEmitting) - 1;
      continue;
    }
    const values = isEmitting ? walk(action, [current], run.refusesMissing) : [];
    if (isEmitting) run.out.push(values);
  }
  return run.template.length;
};

const runRange = (run: Run, at: number, current: unknown, isEmitting: boolean): number => {
  const values = isEmitting ? walk((run.template[at] as PathAction).slice(1), [current], run.refusesMissing) : [];
  let next = at + 1;
  run.depth++;
  if (values.length === 0) next = runActions(run, at + 1, undefined, false);
  for (const value of values) next = runActions(run, at + 1, value, isEmitting);
  run.depth--;
  return next;
};

const walk = (action: PathAction, input: readonly unknown[], refusesMissing: boolean): readonly unknown[] => {
  let values = input;
  for (const node of action) {
    chargeItems(1 + values.length);
    values = step(node, values, refusesMissing);
  }
  return values;
};

const step = (node: PathNode, input: readonly unknown[], refusesMissing: boolean): readonly unknown[] => {
  switch (node.kind) {
    case "text":
      return [node.text];
    case "value":
      return input.map(() => node.value);
    case "field":
      return refusesMissing ? knownFields(node.name, input) : fields(node.name, input);
    case "wildcard":
      return input.flatMap(children);
    case "recursive":
      return recurse(input);
    case "slice":
      return input.flatMap((value) => slice(node, value));
    case "filter":
      return input.flatMap((value) => filter(node, value, refusesMissing));
    case "union":
      return node.members.flatMap((member) => walk(member, input, refusesMissing));
    case "range":
    case "end":
      return input;
    case "unknown":
      throw new JsonPathError(`unrecognized identifier ${node.name}`);
  }
};

const knownFields = (name: string, input: readonly unknown[]): readonly unknown[] => {
  const found = fields(name, input);
  if (found.length === 0 && input.length > 0) throw new JsonPathError(`${name} is not found`);
  return found;
};

const fields = (name: string, input: readonly unknown[]): unknown[] => {
  const found: unknown[] = [];
  for (const value of input) {
    if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      if (member !== undefined) found.push(member);
    }
  }
  return found;
};

/** Members of an object or list, by sorted keys: kubectl's own order is that of a Go map, which is random. */
const children = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  const map = value as Readonly<Record<string, unknown>>;
  return Object.keys(map)
    .sort()
    .map((key) => map[key]);
};

const recurse = (input: readonly unknown[]): readonly unknown[] => {
  const found: unknown[] = [];
  for (const value of input) {
    const members = children(value);
    chargeItems(1 + members.length);
    if (members.length > 0) found.push(value, ...recurse(members));
  }
  return found;
};

const slice = (node: Extract<PathNode, { kind: "slice" }>, value: unknown): readonly unknown[] => {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new JsonPathError(`${goType(value)} is not array or slice`);
  const length = value.length;
  const from = (node.from ?? 0) < 0 ? (node.from ?? 0) + length : (node.from ?? 0);
  let to = node.to ?? length;
  if (to < 0 || (to === 0 && node.single)) to += length;
  if (from === to) return [];
  if (from >= length || from < 0) throw new JsonPathError(`array index out of bounds: index ${from}, length ${length}`);
  if (to > length || to < 0) throw new JsonPathError(`array index out of bounds: index ${to - 1}, length ${length}`);
  if (from > to) throw new JsonPathError(`starting index ${from} is greater than ending index ${to}`);
  const every = node.step ?? 1;
  if (every <= 0) throw new JsonPathError("step must be > 0");
  return value.slice(from, to).filter((_, index) => index % every === 0);
};

const goType = (value: unknown): string =>
  typeof value === "object"
    ? "map[string]interface {}"
    : typeof value === "number"
      ? Number.isInteger(value)
        ? "int64"
        : "float64"
      : typeof value === "boolean"
        ? "bool"
        : "string";

const filter = (node: Extract<PathNode, { kind: "filter" }>, value: unknown, refusesMissing: boolean): readonly unknown[] => {
  if (!Array.isArray(value)) throw new JsonPathError(`${String(value)} is not array or slice and cannot be filtered`);
  return value.filter((item) => {
    const lefts = walk(node.left, [item], refusesMissing);
    if (node.operator === "exists") return lefts.length > 0;
    const rights = walk(node.right, [item], refusesMissing);
    if (lefts.length > 1 || rights.length > 1) throw new JsonPathError("can only compare one element at a time");
    return lefts.length === 1 && rights.length === 1 && compare(lefts[0], node.operator, rights[0]);
  });
};

const compare = (left: unknown, operator: string, right: unknown): boolean => {
  if (typeof left !== typeof right) throw new JsonPathError("incompatible types for comparison");
  const [a, b] = [left as string, right as string];
  switch (operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
};
