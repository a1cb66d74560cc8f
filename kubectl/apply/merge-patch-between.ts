type Fields = Readonly<Record<string, unknown>>;

/** Creates the JSON merge patch that turns one object into another; undefined when they are equal. */
export const mergePatchBetween = (before: Fields, after: Fields): Fields | undefined => {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (isMap(old) && isMap(value)) {
      const inner = mergePatchBetween(old, value);
      if (inner !== undefined) patch[key] = inner;
    } else if (!isAlike(old, value)) patch[key] = value;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
};

const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const isAlike = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isAlike(item, b[index]));
  if (isMap(a) && isMap(b)) return mergePatchBetween(a, b) === undefined;
  return a === b;
};
