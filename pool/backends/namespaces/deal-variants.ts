/**
 * Deals variants out to the slots that a pool lacks: each gets the one that has the fewest, the first of several.
 *
 * @param variants ids to choose from, at least one
 * @param there variants of the slots that there are, any of them
 * @param slots number of slots that there are to be
 */
export const dealVariants = (variants: readonly string[], there: readonly string[], slots: number): readonly string[] => {
  const counts = new Map(variants.map((id) => [id, there.filter((other) => other === id).length]));
  return Array.from({ length: Math.max(0, slots - there.length) }, () => {
    const [id, count] = [...counts].reduce((least, entry) => (entry[1] < least[1] ? entry : least));
    counts.set(id, count + 1);
    return id;
  });
};
