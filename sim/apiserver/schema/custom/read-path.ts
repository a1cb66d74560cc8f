import { isObject } from "./schema/schema.ts";

/** Reads a simple path of fields, `.spec.replicas`; undefined when there is nothing. */
export const readPath = (object: unknown, path: string): unknown => {
  let value: unknown = object;
  for (const key of path.replace(/^\./, "").split(".")) {
    if (!isObject(value)) return undefined;
    value = value[key];
  }
  return value;
};

/** The object with a value at a simple path, made where it is missing; shared otherwise. */
export const writePath = <T extends object>(object: T, path: string, value: unknown): T => {
  const [key = "", ...rest] = path.replace(/^\./, "").split(".");
  const present = (object as Readonly<Record<string, unknown>>)[key];
  return { ...object, [key]: rest.length === 0 ? value : writePath(isObject(present) ? present : {}, rest.join("."), value) };
};
