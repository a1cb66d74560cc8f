import { charge, STEP_UNITS } from "#core/work-budget.ts";

/** Orders values as jq does: null, false, true, numbers, texts, lists, objects. */
export const compareValues = (a: unknown, b: unknown): number => {
  charge(STEP_UNITS);
  const [first, second] = [rank(a), rank(b)];
  if (first !== second) return first - second;
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return first === OBJECT ? compareObjects(a as Fields, b as Fields) : 0;
};

type Fields = Readonly<Record<string, unknown>>;
const OBJECT = 6;

const rank = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (typeof value === "boolean") return value ? 2 : 1;
  if (typeof value === "number") return 3;
  if (typeof value === "string") return 4;
  return Array.isArray(value) ? 5 : OBJECT;
};

const compareLists = (a: readonly unknown[], b: readonly unknown[]): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareValues(a[at], b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
};

/** By their names, then by what stands under each. */
const compareObjects = (a: Fields, b: Fields): number => {
  const [names, others] = [Object.keys(a).sort(), Object.keys(b).sort()];
  return (
    compareLists(names, others) ||
    compareLists(
      names.map((name) => a[name]),
      others.map((name) => b[name]),
    )
  );
};
