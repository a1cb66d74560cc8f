import { below, type FieldSet, hasElement, isEmptySet } from "./field-set.ts";
import { isMap, type JsonMap } from "./json-value.ts";
import { elementOf } from "./list-elements.ts";
import type { ListType, MergeType } from "./merge-type.ts";
import { memberElement } from "./path-element.ts";

/** Removes the fields of a set from a value; null where nothing of a map or list is left. */
export const removeFields = (type: MergeType, value: unknown, fields: FieldSet): unknown => {
  switch (type.kind) {
    case "leaf":
      return value;
    case "map":
      if (!isMap(value) || Object.keys(value).length === 0 || type.isAtomic) return null;
      return removeFromMap((name) => type.field(name) ?? type.others, value, fields);
    case "list":
      return Array.isArray(value) && value.length > 0 && type.relation !== "atomic" ? removeFromList(type, value, fields) : null;
    case "untyped":
      return isMap(value) ? removeFromMap(() => type, value, fields) : Array.isArray(value) ? null : value;
  }
};

const removeFromMap = (typeOf: (name: string) => MergeType | undefined, value: JsonMap, fields: FieldSet): unknown => {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const element = memberElement(name);
    if (hasElement(fields, element)) continue;
    const inner = below(fields, element);
    const type = typeOf(name);
    kept[name] = isEmptySet(inner) || type === undefined ? value[name] : removeFields(type, value[name], inner);
  }
  return Object.keys(kept).length > 0 ? kept : null;
};

const removeFromList = (type: ListType, list: readonly unknown[], fields: FieldSet): unknown => {
  const kept = list.flatMap((item) => {
    const found = elementOf(type, item);
    if ("problem" in found) return [item];
    if (hasElement(fields, found.element)) return [];
    const inner = below(fields, found.element);
    return [isEmptySet(inner) ? item : removeFields(type.item, item, inner)];
  });
  return kept.length > 0 ? kept : null;
};
