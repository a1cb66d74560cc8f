import { LinearExpression } from "#core/linear-expression.ts";
import { parseTimestamp, toMicroTimestamp } from "#core/timestamp.ts";
import { charge, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { callFunction, isAggregate } from "./functions.ts";
import { likePattern } from "./like-pattern.ts";
import { findColumn, type Scope, type SqlContext } from "./scope.ts";
import { SqlError } from "./sql-error.ts";
import type { SelectStatement, SqlExpression, SqlValue } from "./syntax.ts";
import type { QueryResult } from "./tables.ts";
import { compareValues, convertValue, toNumber } from "./values.ts";

/** Runs queries within expressions. */
export type RunQuery = (context: SqlContext, query: SelectStatement, outer: Scope) => QueryResult;

export interface Evaluated {
  readonly value: SqlValue;
  readonly type: string;
  /** Digits after the point, where they are fixed. */
  readonly scale?: number;
}

/** The value of an expression for one row. */
export const evaluate = (context: SqlContext, scope: Scope, expression: SqlExpression, run: RunQuery): Evaluated => {
  charge(STEP_UNITS * 16);
  const inner = (part: SqlExpression) => evaluate(context, scope, part, run);
  switch (expression.kind) {
    case "value":
      return expression;
    case "column": {
      const [first = "", ...rest] = expression.name.parts;
      const variable = first.startsWith("@@") ? context.call("@@", [[first.slice(2), ...rest].join(".").toLowerCase()]) : undefined;
      if (variable !== undefined && (typeof variable.value !== "object" || variable.value === null))
        return { value: variable.value, type: variable.type };
      return findColumn(scope, expression.name, context.dialect);
    }
    case "all":
      throw new SqlError("syntax", ["*"], expression.at);
    case "unary":
      return unary(expression, inner(expression.operand));
    case "binary":
      return binary(context, expression, inner);
    case "is": {
      const { value } = inner(expression.operand);
      const isSo = expression.what === "null" ? value === null : value !== null && isTrue(value) === (expression.what === "true");
      return truth(isSo !== expression.isNot);
    }
    case "in":
      return isIn(context, scope, expression, run);
    case "between": {
      const [value, low, high] = [inner(expression.operand).value, inner(expression.low).value, inner(expression.high).value];
      if (value === null || low === null || high === null) return truth(null);
      const isSo = compareValues(value, low, context.dialect) >= 0 && compareValues(value, high, context.dialect) <= 0;
      return truth(isSo !== expression.isNot);
    }
    case "call":
      return call(context, scope, expression, run);
    case "cast": {
      const { value } = inner(expression.operand);
      const type = expression.type.name;
      if (type === "regclass") return { value, type: "regclass" };
      if (!CASTS.has(type.replace("[]", "")) && context.dialect === "postgres") throw new SqlError("no-type", [type]);
      const cut =
        typeof value === "string" && expression.type.args[0] !== undefined && /char/.test(type)
          ? value.slice(0, expression.type.args[0])
          : value;
      return { value: convertValue(cut, expression.type, context.dialect), type };
    }
    case "case":
      return choose(context, expression, inner);
    case "exists":
      return truth(run(context, expression.query, scope).rows.length > 0);
    case "subquery": {
      const { columns, rows } = run(context, expression.query, scope);
      if (columns.length !== 1) throw new SqlError("many-columns");
      if (rows.length > 1) throw new SqlError("many-rows");
      return { value: rows[0]?.[0] ?? null, type: columns[0]?.type ?? "text" };
    }
  }
};

/** True for a condition that holds; nothing known is not true. */
export const isTrue = (value: SqlValue): boolean => (typeof value === "boolean" ? value : value !== null && toNumber(value) !== 0);

/** True when an expression counts over rows. */
export const hasAggregate = (expression: SqlExpression): boolean => {
  switch (expression.kind) {
    case "call":
      return isAggregate(expression.name) || expression.args.some(hasAggregate);
    case "binary":
      return hasAggregate(expression.left) || hasAggregate(expression.right);
    case "unary":
    case "cast":
    case "is":
      return hasAggregate(expression.operand);
    case "between":
      return [expression.operand, expression.low, expression.high].some(hasAggregate);
    case "case":
      return (
        expression.branches.some(({ when, result }) => hasAggregate(when) || hasAggregate(result)) ||
        (expression.otherwise !== undefined && hasAggregate(expression.otherwise))
      );
    default:
      return false;
  }
};

const CASTS = new Set(
  "integer smallint bigint numeric real text boolean date json jsonb uuid name oid bytea interval regclass signed unsigned char int decimal double datetime|double precision|character varying|character|timestamp without time zone|timestamp with time zone|time without time zone"
    .split("|")
    .flatMap((part, index) => (index === 0 ? part.split(" ") : [part])),
);

const truth = (value: boolean | null): Evaluated => ({ value, type: "boolean" });

const unary = ({ sign, at }: Extract<SqlExpression, { readonly kind: "unary" }>, { value, type }: Evaluated): Evaluated => {
  if (value === null) return { value, type };
  if (sign === "not") return truth(!isTrue(value));
  if (typeof value !== "number") throw new SqlError("no-operator", [sign, "", type], at);
  return { value: sign === "-" ? -value : value, type };
};

type Inner = (part: SqlExpression) => Evaluated;
type Binary = Extract<SqlExpression, { readonly kind: "binary" }>;

const binary = (context: SqlContext, expression: Binary, inner: Inner): Evaluated => {
  const { sign, left, right, at } = expression;
  if (sign === "and" || sign === "or") return junction(sign, inner(left).value, () => inner(right).value);
  const [one, other] = [inner(left), inner(right)];
  if (sign === "<=>") return truth(one.value === other.value);
  if (one.value === null || other.value === null) return { value: null, type: ARITHMETIC.has(sign) ? one.type : "boolean" };
  if (COMPARE[sign] !== undefined) {
    if (context.dialect === "postgres") demandComparable(expression, one, other);
    return truth((COMPARE[sign] as (order: number) => boolean)(compareValues(one.value, other.value, context.dialect)));
  }
  if (sign === "like" || sign === "ilike")
    return truth(likePattern(`${other.value}`, sign === "ilike" || context.dialect === "mysql").test(`${one.value}`));
  if (sign === "~" || sign === "~*" || sign === "!~" || sign === "regexp") return matches(sign, one.value, other.value);
  if (sign === "||") {
    const [left, right] = [`${one.value}`, `${other.value}`];
    chargeText(left.length + right.length);
    return { value: left + right, type: "text" };
  }
  if (sign === "->" || sign === "->>") return member(sign, one.value, other.value);
  return arithmetic(context, sign, one, other, at);
};

const junction = (sign: "and" | "or", left: SqlValue, right: () => SqlValue): Evaluated => {
  const decides = sign === "or";
  if (left !== null && isTrue(left) === decides) return truth(decides);
  const other = right();
  if (other !== null && isTrue(other) === decides) return truth(decides);
  return truth(left === null || other === null ? null : !decides);
};

const COMPARE: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

const ARITHMETIC = new Set(["+", "-", "*", "/", "%", "div"]);
const NUMBERS = /^(integer|bigint|smallint|numeric|double precision|real|oid)$/;

/** Refuses a comparison of different types; a quoted text takes the type of the other side. */
const demandComparable = ({ sign, at, left, right }: Binary, one: Evaluated, other: Evaluated): void => {
  const [a, b] = [NUMBERS.test(one.type), NUMBERS.test(other.type)];
  if (a === b) return;
  const [text, type] = a ? [other.value, one.type] : [one.value, other.type];
  if ((a ? right : left).kind !== "value") throw new SqlError("no-operator", [sign, one.type, other.type], at);
  convertValue(text, { name: type, args: [] }, "postgres");
};

const matches = (sign: string, value: SqlValue, pattern: SqlValue): Evaluated => {
  let matcher: RegExp;
  try {
    matcher = new LinearExpression(`${pattern}`, sign === "~*" || sign === "regexp" ? "i" : "");
  } catch {
    throw new SqlError("said", ["2201B", `invalid regular expression: ${pattern}`]);
  }
  return truth(matcher.test(`${value}`) !== (sign === "!~"));
};

const member = (sign: string, value: SqlValue, key: SqlValue): Evaluated => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(`${value}`);
  } catch {
    throw new SqlError("bad-value", ["json", `${value}`]);
  }
  const found = typeof parsed === "object" && parsed !== null ? (parsed as Readonly<Record<string, unknown>>)[`${key}`] : undefined;
  if (found === undefined || found === null) return { value: null, type: "text" };
  return { value: sign === "->>" && typeof found === "string" ? found : JSON.stringify(found), type: sign === "->" ? "json" : "text" };
};

const arithmetic = (context: SqlContext, sign: string, one: Evaluated, other: Evaluated, at: number): Evaluated => {
  const time = shifted(sign, one, other);
  if (time !== undefined) return time;
  if (context.dialect === "postgres" && (typeof one.value !== "number" || typeof other.value !== "number"))
    if (
      !(typeof one.value === "string" && typeof other.value === "number") &&
      !(typeof one.value === "number" && typeof other.value === "string")
    )
      throw new SqlError("no-operator", [sign, one.type, other.type], at);
  const [a, b] = [toNumber(one.value), toNumber(other.value)];
  const isWhole =
    context.dialect === "postgres" && Number.isInteger(a) && Number.isInteger(b) && /int/.test(one.type) && /int/.test(other.type);
  if ((sign === "/" || sign === "%" || sign === "div") && b === 0) {
    if (context.dialect === "mysql") return { value: null, type: "decimal" };
    throw new SqlError("division-by-zero");
  }
  const type = isWhole
    ? one.type === "bigint" || other.type === "bigint"
      ? "bigint"
      : "integer"
    : /int/.test(one.type) && /int/.test(other.type) && sign !== "/"
      ? one.type
      : "numeric";
  const value =
    sign === "+"
      ? a + b
      : sign === "-"
        ? a - b
        : sign === "*"
          ? a * b
          : sign === "%"
            ? a % b
            : isWhole || sign === "div"
              ? Math.trunc(a / b)
              : a / b;
  return { value: Number(value.toPrecision(15)), type };
};

/** A time and a number of seconds, or two times. */
const shifted = (sign: string, one: Evaluated, other: Evaluated): Evaluated | undefined => {
  const isTime = ({ type }: Evaluated) => /^(timestamp|date)/.test(type);
  const parse = ({ value }: Evaluated) => parseTimestamp(`${`${value}`.replace(" ", "T").replace(/\+00$/, "")}Z`) ?? 0;
  if (isTime(one) && other.type === "interval" && (sign === "+" || sign === "-")) {
    const atMs = parse(one) + (sign === "+" ? 1000 : -1000) * toNumber(other.value);
    return { value: showTime(atMs, one.type), type: one.type };
  }
  if (!isTime(one) || !isTime(other) || sign !== "-") return undefined;
  return { value: Math.round((parse(one) - parse(other)) / 1000), type: "interval" };
};

/** An instant as a value of a type. */
export const showTime = (atMs: number, type: string): string => {
  const text = toMicroTimestamp(atMs);
  if (type === "date") return text.slice(0, 10);
  const fraction = atMs % 1000 === 0 ? "" : `.${`${1000 + (atMs % 1000)}`.slice(1).replace(/0+$/, "")}`;
  return `${text.slice(0, 10)} ${text.slice(11, 19)}${fraction}${type === "timestamp with time zone" ? "+00" : ""}`;
};

const isIn = (
  context: SqlContext,
  scope: Scope,
  { operand, items, isNot }: Extract<SqlExpression, { readonly kind: "in" }>,
  run: RunQuery,
): Evaluated => {
  const { value } = evaluate(context, scope, operand, run);
  const values =
    "kind" in items
      ? run(context, items, scope).rows.map(([first]) => first ?? null)
      : items.map((item) => evaluate(context, scope, item, run).value);
  if (value === null) return truth(null);
  if (values.some((item) => item !== null && compareValues(value, item, context.dialect) === 0)) return truth(!isNot);
  return truth(values.includes(null) ? null : isNot);
};

const choose = (
  context: SqlContext,
  { subject, branches, otherwise }: Extract<SqlExpression, { readonly kind: "case" }>,
  inner: Inner,
): Evaluated => {
  const value = subject === undefined ? undefined : inner(subject).value;
  for (const { when, result } of branches) {
    const test = inner(when).value;
    const isSo = value === undefined ? isTrue(test) : value !== null && test !== null && compareValues(value, test, context.dialect) === 0;
    if (isSo) return inner(result);
  }
  return otherwise === undefined ? { value: null, type: "text" } : inner(otherwise);
};

const call = (
  context: SqlContext,
  scope: Scope,
  { name, args, isDistinct, at }: Extract<SqlExpression, { readonly kind: "call" }>,
  run: RunQuery,
): Evaluated => {
  if (isAggregate(name)) {
    if (scope.group === undefined) throw new SqlError("misplaced-aggregate", [name], at);
    const [first] = args;
    const counted = scope.group.map((row) =>
      first === undefined || first.kind === "all" ? { value: 1, type: "integer" } : evaluate(context, row, first, run),
    );
    return aggregate(context, name, counted, isDistinct);
  }
  const values = args.map((arg) => evaluate(context, scope, arg, run));
  const found =
    callFunction(context, name, values) ??
    context.call(
      name,
      values.map(({ value }) => value),
    );
  if (found === undefined)
    throw new SqlError(
      "no-function",
      [
        `${name}(${values.map(({ type }, index) => (args[index]?.kind === "value" && type === "text" ? "unknown" : type)).join(", ")})`,
        name,
      ],
      at,
    );
  if (typeof found.value === "object" && found.value !== null) return { value: found.value.rows[0]?.[0] ?? null, type: found.type };
  return { value: found.value, type: found.type };
};

const aggregate = ({ dialect }: SqlContext, name: string, values: readonly Evaluated[], isDistinct: boolean): Evaluated => {
  const present = values.filter(({ value }) => value !== null);
  const kept = isDistinct ? [...new Map(present.map((entry) => [entry.value, entry])).values()] : present;
  const type = values[0]?.type ?? "integer";
  const scaled = values[0]?.scale === undefined ? {} : { scale: values[0].scale };
  const total = () => Number(kept.reduce((sum, { value }) => sum + toNumber(value), 0).toPrecision(15));
  switch (name) {
    case "count":
      return { value: kept.length, type: "bigint" };
    case "sum":
      return {
        value: kept.length === 0 ? null : total(),
        type: dialect === "postgres" && type === "integer" ? "bigint" : type === "bigint" ? "numeric" : type,
        ...scaled,
      };
    case "avg":
      return { value: kept.length === 0 ? null : averageOf(total() / kept.length, dialect), type: "numeric" };
    case "string_agg":
    case "group_concat":
      return { value: kept.length === 0 ? null : kept.map(({ value }) => `${value}`).join(","), type: "text" };
    default: {
      const sign = name === "min" ? -1 : 1;
      let best: SqlValue = null;
      for (const { value } of kept) if (best === null || compareValues(value, best, dialect) * sign > 0) best = value;
      return { value: best, type, ...scaled };
    }
  }
};

/** Average, rounded to the digits of the dialect. */
const averageOf = (value: number, dialect: "mysql" | "postgres"): SqlValue =>
  dialect === "mysql" ? Number(value.toFixed(4)) : Number(value.toPrecision(16));
