import { canonicalJson, isSameJson } from "#core/canonical-json.ts";
import { type FieldShape, type ObjectShape, objectShape, type TypeRef } from "#kube/schema/field-type.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The three states that `kubectl apply` compares. */
export interface ThreeStates {
  /** Last applied configuration; empty when unknown. */
  readonly original: Fields;
  /** Configuration to apply. */
  readonly modified: Fields;
  /** Live object on the server. */
  readonly current: Fields;
}

/**
 * Builds the strategic merge patch that `kubectl apply` sends: additions and changes from current to modified,
 * deletions from original to modified. Kinds without a shape get a JSON merge patch.
 *
 * @returns an empty object when there is nothing to do
 */
export const threeWayPatch = (kind: string, states: ThreeStates): Fields => diffMaps(states, objectShape(kind));

const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const asMap = (value: unknown): Fields => (isMap(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isEqual = (a: unknown, b: unknown): boolean => isSameJson(a ?? null, b ?? null);

const diffMaps = ({ original, modified, current }: ThreeStates, shape: ObjectShape | undefined): Fields => {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(modified)) {
    const states = { original: original[key], modified: modified[key], current: current[key] };
    if (states.modified === null) {
      if (states.current !== undefined) patch[key] = null;
      continue;
    }
    diffField(patch, key, states, shape?.fields.get(key));
  }
  for (const key of Object.keys(original)) if (!Object.hasOwn(modified, key)) patch[key] = null;
  return patch;
};

interface FieldStates {
  readonly original: unknown;
  readonly modified: unknown;
  readonly current: unknown;
}

const diffField = (patch: Record<string, unknown>, key: string, states: FieldStates, field: FieldShape | undefined): void => {
  const { original, modified, current } = states;
  if (isMap(modified) && isMap(current) && !field?.isReplaced) {
    const inner = diffMaps({ original: asMap(original), modified, current }, shapeOf(field?.type));
    if (Object.keys(inner).length === 0) return;
    patch[key] = field?.retainsKeys && needsRetain(modified, current) ? { $retainKeys: Object.keys(modified).sort(), ...inner } : inner;
    return;
  }
  if (Array.isArray(modified) && Array.isArray(current) && field?.isMerged) return diffMergedList(patch, key, states, field);
  if (!isEqual(modified, current)) patch[key] = modified;
};

const needsRetain = (modified: Fields, current: Fields): boolean =>
  Object.keys(current).some((key) => current[key] !== null && !Object.hasOwn(modified, key));

const shapeOf = (type: TypeRef | undefined): ObjectShape | undefined => {
  if (type === undefined) return undefined;
  if (type.kind === "object") return objectShape(type.name);
  return type.kind === "list" ? shapeOf(type.item) : undefined;
};

const diffMergedList = (patch: Record<string, unknown>, key: string, states: FieldStates, field: FieldShape): void => {
  const modified = asList(states.modified);
  const current = asList(states.current);
  const original = asList(states.original);
  if (field.mergeKey === undefined) return diffSet(patch, key, { original, modified, current });
  const mergeKey = field.mergeKey;
  const keyOf = (item: unknown): unknown => asMap(item)[mergeKey];
  const find = (list: readonly unknown[], item: unknown): Fields | undefined =>
    list.find((other) => isEqual(keyOf(other), keyOf(item))) as Fields | undefined;
  const items: Fields[] = [];
  for (const item of modified as readonly Fields[]) {
    const existing = find(current, item);
    const diff =
      existing === undefined
        ? item
        : diffMaps({ original: find(original, item) ?? {}, modified: item, current: existing }, shapeOf(field.type));
    if (Object.keys(diff).length === 0) continue;
    const retained =
      existing !== undefined && field.retainsKeys && needsRetain(item, existing) ? { $retainKeys: Object.keys(item).sort() } : {};
    items.push({ ...retained, ...diff, [mergeKey]: keyOf(item) });
  }
  for (const item of original) if (find(modified, item) === undefined) items.push({ $patch: "delete", [mergeKey]: keyOf(item) });
  if (items.length === 0 && isSameOrder(modified, current, keyOf)) return;
  patch[`$setElementOrder/${key}`] = modified.map((item) => ({ [mergeKey]: keyOf(item) }));
  if (items.length > 0) patch[key] = items;
};

const isSameOrder = (modified: readonly unknown[], current: readonly unknown[], keyOf: (item: unknown) => unknown): boolean => {
  const wanted = modified.map((item) => canonicalJson(keyOf(item) ?? null));
  const known = new Set(wanted);
  const present = current.map((item) => canonicalJson(keyOf(item) ?? null)).filter((item) => known.has(item));
  return wanted.join() === present.join();
};

const diffSet = (
  patch: Record<string, unknown>,
  key: string,
  lists: { readonly original: readonly unknown[]; readonly modified: readonly unknown[]; readonly current: readonly unknown[] },
): void => {
  const { original, modified, current } = lists;
  const added = modified.filter((item) => !current.some((other) => isEqual(other, item)));
  const removed = original.filter((item) => !modified.some((other) => isEqual(other, item)));
  if (added.length === 0 && removed.length === 0) return;
  patch[`$setElementOrder/${key}`] = modified;
  if (added.length > 0) patch[key] = added;
  if (removed.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = removed;
};
