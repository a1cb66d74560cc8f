import { type Interpret, within } from "#core/work-budget.ts";
import { evaluateJsonPath, relaxedJsonPath } from "#kube/objects/jsonpath.ts";
import { parseJsonPath } from "#kube/objects/jsonpath-parse.ts";
import { CommandFailure } from "../session/errors.ts";

/** Sorts stably by the first value of a path; objects without one come first, as in kubectl. */
export const sortByPath = <T>(items: readonly T[], { sortBy, interpret }: SortOptions, objectOf: (item: T) => unknown): readonly T[] => {
  if (sortBy === undefined || sortBy === "") return items;
  const path = relaxedJsonPath(sortBy);
  if (path === undefined)
    throw new CommandFailure("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'");
  if (items.length === 0) return items;
  const template = parseJsonPath(path);
  const keyed = interpret(() =>
    within(PATH_UNITS, () => items.map((item) => ({ item, key: evaluateJsonPath(template, objectOf(item)).flat()[0] }))),
  );
  if (keyed.every(({ key }) => key === undefined))
    throw new CommandFailure(`couldn't find any field with path ${JSON.stringify(path)} in the list of objects`);
  return keyed.sort((a, b) => compareValues(a.key, b.key)).map(({ item }) => item);
};

/** Path to sort by, and who bounds the work of that. */
interface SortOptions {
  readonly sortBy: string | undefined;
  readonly interpret: Interpret;
}

const compareValues = (a: unknown, b: unknown): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === "string" && typeof b === "string") return naturalCompare(a, b);
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
};

/** Digit runs compare by value, as kubectl's sorter does; other text by code unit. */
const naturalCompare = (a: string, b: string): number => {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    if (x === y) continue;
    if (/^\d/.test(x) && /^\d/.test(y) && Number(x) !== Number(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
};

/** Work of the paths of one answer. */
const PATH_UNITS = 4 * 1024 * 1024;
