import { charge, chargeItems, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { compareValues } from "./jq-order.ts";
import { deletion, selectStep } from "./jq-paths.ts";
import { eachOf, isTruthy, JqFailure, jsonText, type Step, typeName } from "./jq-value.ts";

/** Functions that take one program: what they make of it; undefined of one that does not fit. */
export const JQ_CALLS: Readonly<Record<string, (inner: Step) => Step | undefined>> = {
  select: selectStep,
  del: deletion,
  map: (inner) => (value) => [eachOf(members(value), inner)],
  map_values: (inner) => (value) => [
    Array.isArray(value)
      ? value.flatMap((item) => inner(item).slice(0, 1))
      : Object.fromEntries(
          Object.entries(value as object).flatMap(([key, item]) =>
            inner(item)
              .slice(0, 1)
              .map((made) => [key, made]),
          ),
        ),
  ],
  with_entries: (inner) => (value) => [
    Object.fromEntries(
      Object.entries(value as object)
        .flatMap(([key, item]) => inner({ key, value: item }))
        .map((entry) => [String((entry as Entry).key ?? (entry as Entry).name), (entry as Entry).value ?? null]),
    ),
  ],
  has: (inner) => (value) => inner(value).map((key) => typeof value === "object" && value !== null && Object.hasOwn(value, String(key))),
  contains: (inner) => (value) => inner(value).map((part) => containsPart(value, part)),
  startswith: (inner) => (value) => inner(value).map((part) => textOf(value, "startswith").startsWith(textOf(part, "startswith"))),
  endswith: (inner) => (value) => inner(value).map((part) => textOf(value, "endswith").endsWith(textOf(part, "endswith"))),
  ltrimstr: (inner) => (value) =>
    inner(value).map((part) =>
      typeof value === "string" && typeof part === "string" && value.startsWith(part) ? value.slice(part.length) : value,
    ),
  rtrimstr: (inner) => (value) =>
    inner(value).map((part) =>
      typeof value === "string" && typeof part === "string" && part !== "" && value.endsWith(part) ? value.slice(0, -part.length) : value,
    ),
  split: (inner) => (value) =>
    inner(value).map((separator) => (value === "" ? [] : textOf(value, "split").split(textOf(separator, "split")))),
  join: (inner) => (value) =>
    inner(value).map((separator) =>
      joined(
        members(value).map((item) => (item === null ? "" : typeof item === "string" ? item : jsonText(item))),
        String(separator),
      ),
    ),
  index: (inner) => (value) =>
    inner(value).map((part) => {
      const at = textOf(value, "index").indexOf(textOf(part, "index"));
      return at === -1 ? null : at;
    }),
  any: (inner) => (value) => [members(value).some((item) => inner(item).some(isTruthy))],
  all: (inner) => (value) => [members(value).every((item) => inner(item).every(isTruthy))],
  sort_by: (inner) => (value) => [sortedBy(value, inner).map(({ item }) => item)],
  group_by: (inner) => (value) => [groupsBy(value, inner)],
  unique_by: (inner) => (value) => [groupsBy(value, inner).map((group) => group[0])],
  min_by: (inner) => (value) => [sortedBy(value, inner)[0]?.item ?? null],
  max_by: (inner) => (value) => [sortedBy(value, inner).at(-1)?.item ?? null],
  first: (inner) => (value) => inner(value).slice(0, 1),
  last: (inner) => (value) => inner(value).slice(-1),
};

interface Entry {
  readonly key?: unknown;
  readonly name?: unknown;
  readonly value?: unknown;
}

const joined = (parts: readonly string[], separator: string): string => {
  chargeText(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
  return parts.join(separator);
};

/** Members of a value, as `.[]` gives them. */
const members = (value: unknown): readonly unknown[] => {
  if (typeof value !== "object" || value === null) throw new JqFailure(`Cannot iterate over ${typeName(value)}`);
  const all = Object.values(value);
  chargeItems(all.length);
  return all;
};

const textOf = (value: unknown, name: string): string => {
  if (typeof value !== "string") throw new JqFailure(`${name}() requires string inputs`);
  charge(value.length);
  return value;
};

const containsPart = (value: unknown, part: unknown): boolean => {
  charge(STEP_UNITS);
  if (typeof value === "string" && typeof part === "string") return value.includes(part);
  if (Array.isArray(value) && Array.isArray(part)) return part.every((wanted) => value.some((item) => containsPart(item, wanted)));
  if (typeof value !== "object" || typeof part !== "object" || value === null || part === null) {
    if (typeName(value) !== typeName(part))
      throw new JqFailure(
        `${typeName(value)} (${jsonText(value)}) and ${typeName(part)} (${jsonText(part)}) cannot have their containment checked`,
      );
    return value === part;
  }
  const map = value as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([key, wanted]) => Object.hasOwn(map, key) && containsPart(map[key], wanted));
};

interface Keyed {
  readonly item: unknown;
  readonly key: readonly unknown[];
}

const sortedBy = (value: unknown, inner: Step): readonly Keyed[] => {
  if (!Array.isArray(value)) throw new JqFailure(`Cannot index ${typeName(value)} with number`);
  return value.map((item) => ({ item, key: inner(item) })).sort((a, b) => compareValues(a.key, b.key));
};

const groupsBy = (value: unknown, inner: Step): readonly (readonly unknown[])[] => {
  const groups: { readonly key: readonly unknown[]; readonly items: unknown[] }[] = [];
  for (const { item, key } of sortedBy(value, inner)) {
    const last = groups.at(-1);
    if (last !== undefined && compareValues(last.key, key) === 0) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map(({ items }) => items);
};
