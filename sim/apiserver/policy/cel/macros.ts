import { chargeItems } from "#core/work-budget.ts";
import { CelError, type Expression } from "./expression.ts";
import { isMap, Optional } from "./values.ts";

type Call = Extract<Expression, { kind: "call" }>;
type Evaluate = (inner: Expression, more?: Readonly<Record<string, unknown>>) => unknown;

/** True for the calls whose arguments are not values: `has(a.b)`, `list.all(x, …)`. */
export const isMacro = ({ target, name, args }: Call): boolean => {
  if (target === undefined) return name === "has" && args.length === 1;
  if (name === "bind") return target.kind === "name" && target.name === "cel";
  return COMPREHENSIONS.has(name) && (args.length === 2 || args.length === 3) && args[0]?.kind === "name";
};

/** Evaluates a macro. */
export const applyMacro = (call: Call, evaluate: Evaluate): unknown => {
  if (call.target === undefined) return has(call, evaluate);
  const [variable, body, result] = call.args as [Expression, Expression, Expression?];
  const name = (variable as Extract<Expression, { kind: "name" }>).name;
  if (call.name === "bind") return evaluate(result as Expression, { [name]: evaluate(body) });
  if (call.name === "optMap" || call.name === "optFlatMap")
    return mapOptional(call, evaluate(call.target) as Optional, (value) => evaluate(body, { [name]: value }));
  const items = itemsOf(evaluate(call.target));
  const holds = (item: unknown): boolean => evaluate(body, { [name]: item }) === true;
  switch (call.name) {
    case "all":
      return every(items, (item) => evaluate(body, { [name]: item }), false);
    case "exists":
      return every(items, (item) => evaluate(body, { [name]: item }), true);
    case "exists_one":
    case "existsOne":
      return items.filter(holds).length === 1;
    case "filter":
      return items.filter(holds);
    default:
      return result === undefined
        ? items.map((item) => evaluate(body, { [name]: item }))
        : items.filter(holds).map((item) => evaluate(result, { [name]: item }));
  }
};

const COMPREHENSIONS = new Set(["all", "exists", "exists_one", "existsOne", "filter", "map", "optMap", "optFlatMap"]);

const has = ({ args }: Call, evaluate: Evaluate): boolean => {
  const field = args[0] as Expression;
  if (field.kind !== "select") throw new CelError("invalid argument to has() macro", field.at);
  const from = evaluate(field.from);
  if (from instanceof Optional) return from.isPresent && isMap(from.value) && isSet(from.value[field.field]);
  if (!isMap(from)) throw new CelError("no such overload");
  return isSet(from[field.field]);
};

const isSet = (value: unknown): boolean => value !== undefined;

const mapOptional = ({ name }: Call, optional: Optional, map: (value: unknown) => unknown): unknown => {
  if (!optional.isPresent) return optional;
  const mapped = map(optional.value);
  return name === "optFlatMap" ? mapped : new Optional(true, mapped);
};

const itemsOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) {
    chargeItems(value.length);
    return value;
  }
  if (isMap(value)) return Object.keys(value).filter((key) => value[key] !== undefined);
  throw new CelError("no such overload");
};

/** `all` looks for a false, `exists` for a true; an error counts only when none is found. */
const every = (items: readonly unknown[], test: (item: unknown) => unknown, deciding: boolean): boolean => {
  let failure: CelError | undefined;
  for (const item of items) {
    try {
      const outcome = test(item);
      if (typeof outcome !== "boolean") throw new CelError("no such overload");
      if (outcome === deciding) return deciding;
    } catch (cause) {
      if (!(cause instanceof CelError)) throw cause;
      failure ??= cause;
    }
  }
  if (failure !== undefined) throw failure;
  return !deciding;
};
