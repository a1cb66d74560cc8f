/** A JSON object. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

/** Structural equality; a member that is undefined counts as absent. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (!isMap(a) || !isMap(b)) return false;
  for (const key in a) if (!sameValue(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
};
