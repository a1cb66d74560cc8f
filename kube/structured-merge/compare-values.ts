import { isSameJson } from "#core/canonical-json.ts";
import { addPath, type FieldSet, type GrowingSet } from "./field-set.ts";
import { isMap, type JsonMap } from "./json-value.ts";
import { groupElements } from "./list-elements.ts";
import type { ListType, MapType, MergeType } from "./merge-type.ts";
import { memberElement, type PathElement } from "./path-element.ts";

/** Differences between two values of a type. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two values of a type, field by field; parts that both share are skipped. */
export const compareValues = (type: MergeType, before: unknown, after: unknown): Comparison => {
  const found: Found = { added: {}, modified: {}, removed: {} };
  compareAt(type, before, after, [], found);
  return found;
};

interface Found {
  readonly added: GrowingSet;
  readonly modified: GrowingSet;
  readonly removed: GrowingSet;
}

type Path = readonly PathElement[];

const compareAt = (type: MergeType, before: unknown, after: unknown, path: Path, found: Found): void => {
  if (before === after) return;
  const isWhole = compareInside(type, before, after, path, found);
  if (isWhole) recordLeaf(before, after, path, found);
  else if (before === undefined) addPath(found.added, path);
  else if (after === undefined) addPath(found.removed, path);
};

const recordLeaf = (before: unknown, after: unknown, path: Path, found: Found): void => {
  if (before === undefined) addPath(found.added, path);
  else if (after === undefined) addPath(found.removed, path);
  else if (!isSameJson(before, after)) addPath(found.modified, path);
};

/** Compares two values below a path. @returns true if the value counts as a whole */
const compareInside = (type: MergeType, before: unknown, after: unknown, path: Path, found: Found): boolean => {
  switch (type.kind) {
    case "leaf":
      return true;
    case "map":
      return type.isAtomic || compareMaps(type, before, after, path, found);
    case "list":
      return type.relation === "atomic" || compareLists(type, before, after, path, found);
    case "untyped":
      return !(isMap(before) || isMap(after)) || compareUntyped(type, before, after, path, found);
  }
};

const isVoid = (value: unknown): boolean => !isMap(value) || Object.keys(value).length === 0;

const compareMaps = (type: MapType, before: unknown, after: unknown, path: Path, found: Found): boolean => {
  const old = isMap(before) ? withZeros(type, before) : undefined;
  const next = isMap(after) ? withZeros(type, after) : undefined;
  if (isVoid(old) && isVoid(next)) return true;
  for (const name of namesOf(old, next)) {
    const field = type.field(name) ?? type.others;
    if (field !== undefined) compareAt(field, old?.[name], next?.[name], [...path, memberElement(name)], found);
  }
  return false;
};

/** Adds the zero values that a server always writes to an object that omits them. */
const withZeros = ({ zeros }: MapType, value: JsonMap): JsonMap => {
  let filled: Record<string, unknown> | undefined;
  for (const name in zeros) {
    if (value[name] !== undefined) continue;
    filled ??= { ...value };
    filled[name] = zeros[name];
  }
  return filled ?? value;
};

const namesOf = (a: JsonMap | undefined, b: JsonMap | undefined): ReadonlySet<string> =>
  new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);

const compareUntyped = (type: MergeType, before: unknown, after: unknown, path: Path, found: Found): boolean => {
  const old = isMap(before) ? before : undefined;
  const next = isMap(after) ? after : undefined;
  if (isVoid(old) && isVoid(next)) return true;
  for (const name of namesOf(old, next)) compareAt(type, old?.[name], next?.[name], [...path, memberElement(name)], found);
  // What is a map on one side only has changed as a whole besides.
  return isOtherThanMap(before) || isOtherThanMap(after);
};

const isOtherThanMap = (value: unknown): boolean => value !== undefined && value !== null && !isMap(value);

const compareLists = (type: ListType, before: unknown, after: unknown, path: Path, found: Found): boolean => {
  const old = Array.isArray(before) ? before : [];
  const next = Array.isArray(after) ? after : [];
  if (old.length === 0 && next.length === 0) return true;
  const olds = groupElements(type, old);
  const nexts = groupElements(type, next);
  for (const element of new Set([...olds.keys(), ...nexts.keys()])) {
    compareGroups(type, olds.get(element) ?? [], nexts.get(element) ?? [], [...path, element], found);
  }
  return false;
};

/** Compares lists with repeated elements, which have no owners inside: equal elements are there, gone or changed together. */
const compareGroups = (type: ListType, olds: readonly unknown[], nexts: readonly unknown[], path: Path, found: Found): void => {
  if (olds.length <= 1 && nexts.length <= 1) {
    compareAt(type.item, olds[0], nexts[0], path, found);
  } else if (olds.length >= 2 && nexts.length >= 2) {
    if (!isSameJson(olds, nexts)) addPath(found.modified, path);
  } else if (olds.length >= 2) {
    if (nexts.length > 0) compareAt(type.item, undefined, nexts[0], path, found);
    addPath(found.removed, path);
  } else {
    if (olds.length > 0) compareAt(type.item, olds[0], undefined, path, found);
    addPath(found.added, path);
  }
};
