import { charge, STEP_UNITS } from "#core/work-budget.ts";
import { CelError, Double, type Expression } from "./expression.ts";
import { callFunction } from "./functions.ts";
import { applyMacro, isMacro } from "./macros.ts";
import { EMPTY, equals, isMap, Optional, operate } from "./values.ts";

/** Values by variable name. */
export type Bindings = Readonly<Record<string, unknown>>;

/** Evaluates an expression over JSON values. @throws CelError in the words of the server, such as `no such key: foo` */
export const evaluateCel = (expression: Expression, bindings: Bindings): unknown => {
  charge(STEP_UNITS);
  const evaluate = (inner: Expression, more?: Bindings): unknown =>
    evaluateCel(inner, more === undefined ? bindings : { ...bindings, ...more });
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "name":
      if (!Object.hasOwn(bindings, expression.name)) throw new CelError(`no such attribute(s): ${expression.name}`);
      return resolve(bindings[expression.name]);
    case "select":
      return select(evaluate(expression.from), expression.field, expression.isOptional);
    case "index":
      return select(evaluate(expression.from), evaluate(expression.index), expression.isOptional);
    case "call":
      if (isMacro(expression)) return applyMacro(expression, evaluate);
      return callFunction(
        expression.name,
        expression.target === undefined || isNamespace(expression) ? undefined : evaluate(expression.target),
        expression.args.map((arg) => evaluate(arg)),
        isNamespace(expression),
      );
    case "list":
      return expression.items.map((item) => evaluate(item));
    case "map":
      return Object.fromEntries(expression.entries.map(([key, value]) => [`${evaluate(key)}`, evaluate(value)]));
    case "unary":
      return negate(expression.operator, evaluate(expression.operand));
    case "binary":
      if (expression.operator === "&&" || expression.operator === "||") return junction(expression, evaluate);
      if (expression.operator === "in") return isIn(evaluate(expression.left), evaluate(expression.right));
      return operate(expression.operator, evaluate(expression.left), evaluate(expression.right));
    case "conditional":
      return evaluate(truth(evaluate(expression.condition)) ? expression.yes : expression.no);
  }
};

/** Value of a binding; a function is evaluated on use. */
const resolve = (bound: unknown): unknown => (typeof bound === "function" ? (bound as () => unknown)() : bound);

/** `optional.of(x)` names a library, and no value. */
const isNamespace = ({ target }: Extract<Expression, { kind: "call" }>): boolean => target?.kind === "name" && target.name === "optional";

const truth = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new CelError("no such overload");
  return value;
};

const negate = (operator: "!" | "-", value: unknown): unknown => {
  if (operator === "!") return !truth(value);
  if (value instanceof Double) return new Double(-value.value);
  if (typeof value !== "number") throw new CelError("no such overload");
  return -value;
};

/** Evaluates `&&` and `||`: a deciding side makes an error on the other side harmless. */
const junction = (
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
  evaluate: (inner: Expression) => unknown,
): boolean => {
  const deciding = operator === "||";
  let failure: unknown;
  for (const side of [left, right]) {
    try {
      if (truth(evaluate(side)) === deciding) return deciding;
    } catch (cause) {
      if (!(cause instanceof CelError)) throw cause;
      failure ??= cause;
    }
  }
  if (failure !== undefined) throw failure;
  return !deciding;
};

const select = (from: unknown, key: unknown, isOptional: boolean): unknown => {
  if (from instanceof Optional) return from.isPresent ? asOptional(() => select(from.value, key, false)) : EMPTY;
  if (isOptional) return asOptional(() => select(from, key, false));
  if (Array.isArray(from)) {
    if (typeof key !== "number") throw new CelError("no such overload");
    if (key < 0 || key >= from.length) throw new CelError(`index out of bounds: ${key}`);
    return from[key];
  }
  if (!isMap(from)) throw new CelError(typeof key === "string" ? `no such key: ${key}` : "no such overload");
  const name = unescapeField(`${key}`);
  if (!Object.hasOwn(from, name) || from[name] === undefined) throw new CelError(`no such key: ${key}`);
  return from[name];
};

/** Unescapes a field name that is no CEL identifier: `__dash__`, `__dot__`. */
const unescapeField = (name: string): string =>
  name.includes("__")
    ? name.replace(
        /__(dash|dot|slash|underscores|namespace|in|if|else|for|true|false|null|var|void|while|const|import|let|loop|package|return|function|break|continue|as)__/g,
        (_all, word: string) => ESCAPED[word] ?? word,
      )
    : name;

const ESCAPED: Readonly<Record<string, string>> = { dash: "-", dot: ".", slash: "/", underscores: "__" };

const asOptional = (read: () => unknown): Optional => {
  try {
    return new Optional(true, read());
  } catch (cause) {
    if (cause instanceof CelError) return EMPTY;
    throw cause;
  }
};

const isIn = (value: unknown, container: unknown): boolean => {
  if (Array.isArray(container)) return container.some((item) => equals(item, value));
  if (isMap(container)) return Object.hasOwn(container, `${value}`);
  throw new CelError("no such overload");
};
