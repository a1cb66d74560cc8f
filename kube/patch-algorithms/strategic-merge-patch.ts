import { err, ok, type Result } from "#core/result.ts";
import { type FieldShape, type ObjectShape, objectShape, type TypeRef } from "../schema/field-type.ts";
import { createGoText } from "./go-text.ts";

/** Error of a strategic merge patch that cannot be applied. */
export interface StrategicPatchError {
  /** HTTP status of the API server's answer. */
  readonly code: 400 | 422 | 500;
  readonly message: string;
}

/**
 * Applies a strategic merge patch to an object of a type of the API (`Deployment`, `Pod`); the object is not changed.
 *
 * Lists merge by the keys that the type table gives; `$patch`, `$retainKeys`, `$setElementOrder` and
 * `$deleteFromPrimitiveList` are understood.
 */
export const applyStrategicMergePatch = (typeName: string, document: unknown, patch: unknown): Result<unknown, StrategicPatchError> => {
  if (!isMap(document) || !isMap(patch)) return err({ code: 400, message: "invalid JSON document" });
  try {
    return ok(mergeMap(objectShape(typeName), document, patch));
  } catch (error) {
    // The walk is deep and nearly never fails; it leaves by an exception that goes no further than here.
    if (error instanceof PatchFailure) return err(error.problem);
    throw error;
  }
};

class PatchFailure extends Error {
  readonly problem: StrategicPatchError;

  constructor(code: StrategicPatchError["code"], message: string) {
    super(message);
    this.problem = { code, message };
  }
}

type Map = Readonly<Record<string, unknown>>;

const DIRECTIVE = "$patch";
const RETAIN = "$retainKeys";
const ORDER = "$setElementOrder/";
const DELETE_FROM = "$deleteFromPrimitiveList/";

const mergeMap = (shape: ObjectShape | undefined, original: Map, patch: Map): Map => {
  const directive = patch[DIRECTIVE];
  if (directive === "replace") return withoutDirectives(omit(patch, DIRECTIVE)) as Map;
  if (directive === "delete") return {};
  if (directive !== undefined) throw unknownDirective(directive, patch);
  const merged: Record<string, unknown> = { ...retained(original, patch) };
  for (const key of Object.keys(patch)) {
    if (key === RETAIN || key === DIRECTIVE || key.startsWith(ORDER)) continue;
    if (key.startsWith(DELETE_FROM)) deleteFromList(merged, key.slice(DELETE_FROM.length), patch[key]);
    else mergeMember(merged, key, patch[key], shape?.fields.get(key));
  }
  for (const key of Object.keys(patch)) if (key.startsWith(ORDER)) reorder(merged, key.slice(ORDER.length), original, patch, shape);
  return merged;
};

const mergeMember = (merged: Record<string, unknown>, key: string, value: unknown, field: FieldShape | undefined): void => {
  const before = merged[key];
  if (value === null) delete merged[key];
  else if (isMap(value) && isMap(before)) merged[key] = field?.isReplaced === true ? value : mergeMap(shapeOf(field?.type), before, value);
  else if (Array.isArray(value) && Array.isArray(before) && field?.isMerged === true) merged[key] = mergeList(field, before, value);
  else assign(merged, key, Array.isArray(value) && !mergesByKey(field) ? value : withoutDirectives(value));
};

const assign = (merged: Record<string, unknown>, key: string, value: unknown): void => {
  if (value === undefined) delete merged[key];
  else merged[key] = value;
};

const shapeOf = (type: TypeRef | undefined): ObjectShape | undefined => {
  if (type?.kind === "object") return objectShape(type.name);
  return type?.kind === "list" ? shapeOf(type.item) : undefined;
};

const mergesByKey = (field: FieldShape | undefined): boolean => field?.mergeKey !== undefined;

const retained = (original: Map, patch: Map): Map => {
  const keys = patch[RETAIN];
  if (keys === undefined) return original;
  if (!Array.isArray(keys)) throw badRetainKeys();
  const stray = Object.keys(patch).find((key) => !key.startsWith("$") && patch[key] !== null && !keys.includes(key));
  if (stray !== undefined) throw badRetainKeys();
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)));
};

const deleteFromList = (merged: Record<string, unknown>, key: string, values: unknown): void => {
  const list = merged[key];
  if (list === undefined) return;
  if (!Array.isArray(values)) throw new PatchFailure(400, "invalid patch format of primitive list");
  if (Array.isArray(list)) merged[key] = list.filter((item) => !values.includes(item));
};

const mergeList = (field: FieldShape, original: readonly unknown[], patch: readonly unknown[]): readonly unknown[] => {
  if (field.mergeKey === undefined) return inPatchOrder([...new Set([...original, ...patch])], patch, original, identity);
  const mergeKey = field.mergeKey;
  const elements = patch.filter(isMap);
  const plain = elements.filter((element) => element[DIRECTIVE] === undefined);
  if (elements.some((element) => element[DIRECTIVE] === "replace")) return plain.map((element) => withoutDirectives(element));
  const kept = withoutDeleted(original, elements, mergeKey);
  const merged = [...kept];
  for (const element of plain) mergeElement(merged, element, mergeKey, shapeOf(field.type));
  return inPatchOrder(merged, plain, kept, keyOf(mergeKey));
};

const withoutDeleted = (original: readonly unknown[], elements: readonly Map[], mergeKey: string): readonly unknown[] => {
  const deleted = elements.filter((element) => element[DIRECTIVE] === "delete");
  for (const element of elements) {
    const directive = element[DIRECTIVE];
    if (directive === "merge") throw new PatchFailure(500, "merging lists cannot yet be specified in the patch");
    if (directive !== undefined && !["delete", "replace"].includes(directive as string)) throw unknownDirective(directive, element);
  }
  for (const element of deleted) if (element[mergeKey] === undefined) throw noMergeKey(element, mergeKey);
  return original.filter((item) => !deleted.some((element) => isMap(item) && item[mergeKey] === element[mergeKey]));
};

const mergeElement = (merged: unknown[], element: Map, mergeKey: string, shape: ObjectShape | undefined): void => {
  if (element[mergeKey] === undefined) throw noMergeKey(element, mergeKey);
  const index = merged.findIndex((item) => isMap(item) && item[mergeKey] === element[mergeKey]);
  if (index === -1) merged.push(withoutDirectives(element));
  else merged[index] = mergeMap(shape, merged[index] as Map, element);
};

const identity = (item: unknown): unknown => item;

const keyOf =
  (mergeKey: string) =>
  (item: unknown): unknown =>
    isMap(item) ? item[mergeKey] : item;

/** Orders elements as in the patch; those that only the server has keep their position relative to them where they had one. */
const inPatchOrder = (
  merged: readonly unknown[],
  order: readonly unknown[],
  original: readonly unknown[],
  key: (item: unknown) => unknown,
): readonly unknown[] => {
  const rank = order.map(key);
  const place = original.map(key);
  const patched = merged.filter((item) => rank.includes(key(item))).sort((a, b) => rank.indexOf(key(a)) - rank.indexOf(key(b)));
  const others = merged.filter((item) => !rank.includes(key(item)));
  const result: unknown[] = [];
  let i = 0;
  let j = 0;
  while (i < others.length || j < patched.length) {
    const left = i < others.length ? place.indexOf(key(others[i])) : -1;
    const right = j < patched.length ? place.indexOf(key(patched[j])) : -1;
    const takesOther = j >= patched.length || (i < others.length && left >= 0 && right >= 0 && left < right);
    result.push(takesOther ? others[i++] : patched[j++]);
  }
  return result;
};

const reorder = (merged: Record<string, unknown>, key: string, original: Map, patch: Map, shape: ObjectShape | undefined): void => {
  const order = patch[`${ORDER}${key}`];
  if (!Array.isArray(order)) throw wrongType(order);
  if (merged[key] !== undefined && !Array.isArray(merged[key])) throw wrongType(merged[key]);
  if (patch[key] !== undefined && !Array.isArray(patch[key])) throw wrongType(patch[key]);
  const mergeKey = shape?.fields.get(key)?.mergeKey;
  const keyed = mergeKey === undefined ? identity : keyOf(mergeKey);
  const listed = order.map(keyed);
  const sent = Array.isArray(patch[key]) ? (patch[key] as readonly unknown[]) : [];
  const stray = sent.find((item) => !(isMap(item) && item[DIRECTIVE] !== undefined) && !listed.includes(keyed(item)));
  if (stray !== undefined) {
    const wanted = `doesn't match $setElementOrder list:\n${createGoText(order)}\n`;
    throw new PatchFailure(500, `The order in patch list:\n${createGoText(sent)}\n ${wanted}`);
  }
  const list = merged[key];
  const before = Array.isArray(original[key]) ? (original[key] as readonly unknown[]) : [];
  if (Array.isArray(list))
    merged[key] = inPatchOrder(list, order, mergeKey === undefined ? before : reusedSlots(before, sent, mergeKey), keyed);
};

/**
 * Reconstructs the list by which the API server orders the merged one.
 *
 * Its merge works in place: deletions close up, and new elements take the slots that became free.
 */
const reusedSlots = (original: readonly unknown[], patch: readonly unknown[], mergeKey: string): readonly unknown[] => {
  const elements = patch.filter(isMap);
  const kept = withoutDeleted(original, elements, mergeKey);
  if (kept.length === original.length) return original;
  const known = new Set(kept.map(keyOf(mergeKey)));
  const added = elements.filter((element) => element[DIRECTIVE] === undefined && !known.has(element[mergeKey]));
  const used = [...kept, ...added].slice(0, original.length);
  return [...used, ...original.slice(used.length)];
};

/** Strips directives and nulls from a value that is new to the object. */
const withoutDirectives = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.filter((item) => !(isMap(item) && item[DIRECTIVE] !== undefined)).map(withoutDirectives);
  }
  if (!isMap(value)) return value;
  if (value[DIRECTIVE] !== undefined) return undefined;
  const kept = Object.entries(value).filter(([key, member]) => !key.startsWith("$") && member !== null);
  return Object.fromEntries(
    kept.map(([key, member]) => [key, withoutDirectives(member)] as const).filter(([, member]) => member !== undefined),
  );
};

const omit = (map: Map, key: string): Map => Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));

const isMap = (value: unknown): value is Map => typeof value === "object" && value !== null && !Array.isArray(value);

const noMergeKey = (element: Map, mergeKey: string): PatchFailure =>
  new PatchFailure(500, `map: ${createGoText(element)} does not contain declared merge key: ${mergeKey}`);

const unknownDirective = (directive: unknown, map: Map): PatchFailure =>
  new PatchFailure(500, `unknown patch type: ${directive} in map: ${createGoText(map)}`);

const badRetainKeys = (): PatchFailure => new PatchFailure(400, "invalid patch format of retainKeys");

const wrongType = (value: unknown): PatchFailure => new PatchFailure(500, `expected a []interface {}, but received a ${goTypeOf(value)}`);

const goTypeOf = (value: unknown): string => {
  if (isMap(value)) return "map[string]interface {}";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : typeof value;
};
