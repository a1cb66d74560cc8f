type Json = Readonly<Record<string, unknown>>;

/** Applies a JSON merge patch (RFC 7386): null deletes, objects merge, everything else replaces. The document is not changed. */
export const applyMergePatch = (document: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = applyMergePatch(merged[key], value);
  }
  return merged;
};

/** Creates the smallest merge patch that turns one document into another. @returns undefined when they are equal */
export const createMergePatch = (from: unknown, to: unknown): unknown => {
  if (!isObject(from) || !isObject(to)) return JSON.stringify(from) === JSON.stringify(to) ? undefined : to;
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) if (to[key] === undefined) patch[key] = null;
  for (const [key, value] of Object.entries(to)) {
    const change = from[key] === undefined ? value : createMergePatch(from[key], value);
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
};

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
