/** Returns those whose value few of the others share, when most share one. */
export const oddOnes = <T>(items: readonly T[], traitOf: (item: T) => string): readonly T[] => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(traitOf(item), (counts.get(traitOf(item)) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (items.length < SIBLINGS_MIN || most * 2 <= items.length) return [];
  return items.filter((item) => (counts.get(traitOf(item)) ?? 0) <= FEW);
};

const SIBLINGS_MIN = 3;
const FEW = 1;

/** The value that most have; undefined of none. */
export const majorityOf = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
};
