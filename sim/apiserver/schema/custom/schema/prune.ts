import { childPath, isObject, memberSchema, type Schema } from "./schema.ts";

/** Value after pruning, and the fields that were dropped. */
export interface Pruned {
  readonly value: unknown;
  /** Paths of the fields that the schema lacks: `spec.foo`, `spec.ports[0].bar`. */
  readonly unknownFields: readonly string[];
}

/** Prunes fields that a schema does not specify; a value without any is returned by reference. */
export const pruneUnknown = (schema: Schema, object: unknown): Pruned => {
  const unknownFields: string[] = [];
  return { value: prune({ ...schema, "x-kubernetes-embedded-resource": true }, object, "", unknownFields), unknownFields };
};

/** Drops nulls where a schema allows none and has no default that could take their place. */
export const pruneNulls = (schema: Schema | undefined, value: unknown): unknown => {
  if (Array.isArray(value)) return sameList(value, (item) => pruneNulls(schema?.items, item));
  if (!isObject(value)) return value;
  return sameObject(value, (member, key) => {
    const own = memberSchema(schema, key);
    if (member === null && own !== undefined && own.nullable !== true && own.default === undefined) return undefined;
    return pruneNulls(own, member);
  });
};

const prune = (schema: Schema | undefined, value: unknown, path: string, unknownFields: string[]): unknown => {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return sameList(value, (item, i) => prune(schema.items ?? NOTHING_KNOWN, item, `${path}[${i}]`, unknownFields));
  if (!isObject(value)) return value;
  const keepsAll = schema["x-kubernetes-preserve-unknown-fields"] === true || schema.additionalProperties === true;
  const isResource = schema["x-kubernetes-embedded-resource"] === true;
  return sameObject(value, (member, key) => {
    if (isResource && TYPE_FIELDS.has(key)) return member;
    const own = memberSchema(schema, key);
    if (own !== undefined) return prune(own, member, childPath(path, key), unknownFields);
    if (keepsAll) return member;
    unknownFields.push(childPath(path, key));
    return undefined;
  });
};

/** Fields of every resource, whatever its schema says. */
const TYPE_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const NOTHING_KNOWN: Schema = Object.freeze({});

/** The list with every item changed; the same list when none was. */
const sameList = (list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] => {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const after = change(list[i], i);
    if (after === list[i]) continue;
    copy ??= [...list];
    copy[i] = after;
  }
  return copy ?? list;
};

/** The object with every member changed, dropped where the change gives undefined; the same object when none was. */
const sameObject = (object: Readonly<Record<string, unknown>>, change: (member: unknown, key: string) => unknown): unknown => {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const after = change(object[key], key);
    if (after === object[key]) continue;
    copy ??= { ...object };
    if (after === undefined) delete copy[key];
    else copy[key] = after;
  }
  return copy ?? object;
};
