/** Marker of a part that is left out. */
export const LEFT_OUT = Symbol("left out");

/** The same value with another in place of its n-th part, counted through all of it; undefined: it has fewer parts. */
export const withChangedPart = (value: unknown, n: number, other: unknown): { readonly value: unknown } | undefined => {
  let left = n;
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return other;
    if (Array.isArray(part)) return part.map(visit).filter((item) => item !== LEFT_OUT);
    return typeof part === "object" && part !== null
      ? Object.fromEntries(
          Object.entries(part)
            .map(([key, member]) => [key, visit(member)])
            .filter(([, member]) => member !== LEFT_OUT),
        )
      : part;
  };
  const changed = visit(value);
  return left < 0 ? { value: changed } : undefined;
};
