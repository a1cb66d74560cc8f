import { isObject, memberSchema, type Schema } from "./schema.ts";

/** Sets the defaults of a schema at every level; a value that needs none is returned by reference. */
export const fillDefaults = (schema: Schema | undefined, value: unknown): unknown => {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return filledList(schema, value);
  return isObject(value) ? filledObject(schema, value) : value;
};

const filledList = (schema: Schema, list: readonly unknown[]): readonly unknown[] => {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const given = list[i] === null && isReplaced(schema.items) ? schema.items?.default : list[i];
    const filled = fillDefaults(schema.items, given);
    if (filled === list[i]) continue;
    copy ??= [...list];
    copy[i] = filled;
  }
  return copy ?? list;
};

const filledObject = (schema: Schema, object: Readonly<Record<string, unknown>>): unknown => {
  let copy: Record<string, unknown> | undefined;
  for (const [key, own] of Object.entries(schema.properties ?? {})) {
    if (own.default === undefined) continue;
    const given = object[key];
    if (given === undefined || (given === null && isReplaced(own))) {
      copy ??= { ...object };
      copy[key] = own.default;
    }
  }
  const present = copy ?? object;
  for (const key of Object.keys(present)) {
    const filled = fillDefaults(memberSchema(schema, key), present[key]);
    if (filled === present[key]) continue;
    copy ??= { ...object };
    copy[key] = filled;
  }
  return copy ?? object;
};

/** A null gives way to a default where null is no value of its own. */
const isReplaced = (schema: Schema | undefined): boolean => schema?.default !== undefined && schema.nullable !== true;
