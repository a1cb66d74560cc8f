import { chargeItems } from "#core/work-budget.ts";
import { JQ_OPERATORS } from "./jq-arithmetic.ts";
import { eachOf, isTruthy, JqFailure, jsonText, type Step, typeName, type Update } from "./jq-value.ts";

/** Marks a value that an update takes away. */
const REMOVED = Symbol("removed");

/** The same step as a path, so that what it leads to can be assigned. */
const asPath = (step: (value: unknown) => readonly unknown[], update: Update | undefined): Step => Object.assign(step, { update });

/** One path after the other. */
export const chain = (first: Step, second: Step): Step => {
  const [outer, inner] = [first.update, second.update];
  const update: Update | undefined =
    outer === undefined || inner === undefined ? undefined : (value, change) => outer(value, (part) => inner(part, change));
  return asPath((value) => eachOf(first(value), second), update);
};

/** Several paths from one value. */
export const parallel = (steps: readonly Step[]): Step => {
  const updates = steps.flatMap((step) => step.update ?? []);
  const update: Update = (value, change) => updates.reduce((made, one) => one(made, change), value);
  return asPath((value) => steps.flatMap((step) => eachOf([value], step)), updates.length === steps.length ? update : undefined);
};

/** `.`. */
export const identity = (): Step =>
  asPath(
    (value) => [value],
    (value, change) => change(value),
  );

/** `.name`. */
export const fieldStep = (name: string): Step => {
  const read = (value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    if (typeof value !== "object" || Array.isArray(value)) throw new JqFailure(`Cannot index ${typeName(value)} with ${jsonText(name)}`);
    return (value as Readonly<Record<string, unknown>>)[name] ?? null;
  };
  return asPath(
    (value) => [read(value)],
    (value, change) => {
      const made = change(read(value));
      const { [name]: _old, ...others } = (value ?? {}) as Readonly<Record<string, unknown>>;
      if (made === REMOVED) return value === null ? null : others;
      return { ...(value as object | null), [name]: made };
    },
  );
};

/** `.[]`. */
export const iterate = (): Step => {
  const check = (value: unknown): object => {
    if (typeof value !== "object" || value === null) throw new JqFailure(`Cannot iterate over ${typeName(value)}`);
    return value;
  };
  return asPath(
    (value) => Object.values(check(value)),
    (value, change) => {
      chargeItems(Object.keys(check(value)).length);
      if (Array.isArray(value)) return value.map(change).filter((made) => made !== REMOVED);
      const entries = Object.entries(check(value)).map(([key, item]) => [key, change(item)] as const);
      return Object.fromEntries(entries.filter(([, made]) => made !== REMOVED));
    },
  );
};

/** `.[n]`. */
export const indexStep = (index: number): Step => {
  const read = (value: unknown): unknown => {
    if (value === null) return null;
    if (!Array.isArray(value)) throw new JqFailure(`Cannot index ${typeName(value)} with number`);
    return value.at(index) ?? null;
  };
  return asPath(
    (value) => [read(value)],
    (value, change) => {
      const made = change(read(value));
      const before = (value ?? []) as readonly unknown[];
      chargeItems(Math.max(before.length, Math.min(index, INDEX_MAX)));
      const items = [...before];
      const at = index < 0 ? items.length + index : index;
      if (at < 0 || at > INDEX_MAX) throw new JqFailure("Out of bounds array index");
      if (made === REMOVED) items.splice(at, 1);
      else {
        while (items.length < at) items.push(null);
        items[at] = made;
      }
      return items;
    },
  );
};

const INDEX_MAX = 10_000;

/** `select(…)`. */
export const selectStep = (condition: Step): Step =>
  asPath(
    (value) =>
      condition(value)
        .filter(isTruthy)
        .map(() => value),
    (value, change) => (condition(value).some(isTruthy) ? change(value) : value),
  );

/** `path op= value`: undefined if the left side is no path. */
export const assignment = (path: Step, operator: string, right: Step): Step | undefined => {
  const update = path.update;
  if (update === undefined) return undefined;
  if (operator === "|=") return (value) => [update(value, (old) => firstOf(right(old)))];
  if (operator === "=") return (value) => right(value).map((made) => update(value, () => made));
  const apply = ASSIGNING[operator] as (old: unknown, given: unknown) => unknown;
  return (value) => right(value).map((given) => update(value, (old) => apply(old, given)));
};

/** A right side without a value takes away what it was for. */
const firstOf = (values: readonly unknown[]): unknown => (values.length === 0 ? REMOVED : values[0]);

const ASSIGNING: Readonly<Record<string, (old: unknown, given: unknown) => unknown>> = {
  ...Object.fromEntries(Object.entries(JQ_OPERATORS).map(([sign, apply]) => [`${sign}=`, apply])),
  "//=": (old, given) => (isTruthy(old) ? old : given),
};

/** Operators that assign. */
export const ASSIGNMENTS: ReadonlySet<string> = new Set(["=", "|=", ...Object.keys(ASSIGNING)]);

/** `del(path)`: undefined if it is no path. */
export const deletion = (path: Step): Step | undefined => {
  const update = path.update;
  return update === undefined ? undefined : (value) => [update(value, () => REMOVED)];
};
