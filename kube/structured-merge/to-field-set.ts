import { addPath, type FieldSet, type GrowingSet } from "./field-set.ts";
import { isMap, type JsonMap } from "./json-value.ts";
import { groupElements } from "./list-elements.ts";
import type { ListType, MapType, MergeType } from "./merge-type.ts";
import { memberElement, type PathElement } from "./path-element.ts";

/** Lists the fields that a value of a type sets, which its applier will own. */
export const toFieldSet = (type: MergeType, value: unknown): FieldSet => {
  const set: GrowingSet = {};
  collect(type, value, [], set);
  return set;
};

type Path = readonly PathElement[];

const collect = (type: MergeType, value: unknown, path: Path, set: GrowingSet): void => {
  switch (type.kind) {
    case "leaf":
      return addPath(set, path);
    case "map":
      return type.isAtomic ? addPath(set, path) : collectMap(type, value, path, set);
    case "list":
      return type.relation === "atomic" ? addPath(set, path) : collectList(type, value, path, set);
    case "untyped":
      return isMap(value) ? collectUntyped(type, value, path, set) : addPath(set, path);
  }
};

const collectMap = (type: MapType, value: unknown, path: Path, set: GrowingSet): void => {
  if (!isMap(value)) return;
  for (const name of Object.keys(value)) {
    const declared = type.field(name);
    const member = declared ?? type.others;
    if (member === undefined || value[name] === undefined) continue;
    const inner = [...path, memberElement(name)];
    collect(member, value[name], inner, set);
    if (declared === undefined || isEmptyMember(value[name])) addPath(set, inner);
  }
};

const isEmptyMember = (value: unknown): boolean => value === null || (isMap(value) && Object.keys(value).length === 0);

const collectUntyped = (type: MergeType, value: JsonMap, path: Path, set: GrowingSet): void => {
  for (const name of Object.keys(value)) {
    const inner = [...path, memberElement(name)];
    collect(type, value[name], inner, set);
    addPath(set, inner);
  }
};

const collectList = (type: ListType, value: unknown, path: Path, set: GrowingSet): void => {
  if (!Array.isArray(value)) return;
  for (const [element, items] of groupElements(type, value)) {
    if (items.length === 1) collect(type.item, items[0], [...path, element], set);
    addPath(set, [...path, element]);
  }
};
