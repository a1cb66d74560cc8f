import { CelError } from "./expression.ts";
import { compare, equals, operate } from "./values.ts";

type Implementation = (...args: readonly unknown[]) => unknown;

const onList =
  (apply: (list: readonly unknown[], ...args: readonly unknown[]) => unknown): Implementation =>
  (list, ...args) =>
    Array.isArray(list) ? apply(list, ...args) : undefined;

const extreme = (list: readonly unknown[], sign: 1 | -1, name: string): unknown => {
  if (list.length === 0) throw new CelError(`${name} called on empty list`);
  return list.reduce((best, item) => (compare(item, best) * sign > 0 ? item : best));
};

/** The place of a text in a text, or of an item in a list; −1 when it is not there. */
const place =
  (isLast: boolean): Implementation =>
  (container, wanted) => {
    if (typeof container === "string" && typeof wanted === "string")
      return isLast ? container.lastIndexOf(wanted) : container.indexOf(wanted);
    if (!Array.isArray(container)) return undefined;
    const places = container.flatMap((item, i) => (equals(item, wanted) ? [i] : []));
    return (isLast ? places.at(-1) : places[0]) ?? -1;
  };

/** Functions of CEL on lists. */
export const listFunctions: Readonly<Record<string, Implementation>> = {
  sum: onList((list) => list.reduce((sum, item) => operate("+", sum, item), 0)),
  min: onList((list) => extreme(list, -1, "min")),
  max: onList((list) => extreme(list, 1, "max")),
  isSorted: onList((list) => list.every((item, i) => i === 0 || compare(list[i - 1], item) <= 0)),
  indexOf: place(false),
  lastIndexOf: place(true),
  distinct: onList((list) => list.filter((item, i) => list.findIndex((other) => equals(other, item)) === i)),
  sort: onList((list) => [...list].sort(compare)),
  slice: onList((list, from, to) => list.slice(from as number, to as number)),
  flatten: onList((list) => list.flat()),
  join: onList((list, separator = "") => (list.every((item) => typeof item === "string") ? list.join(separator as string) : undefined)),
};
