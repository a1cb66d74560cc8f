/** Cohen's κ of pairs of labels, −1 to 1: agreement beyond that of two readers who draw from the same frequencies. */
export const cohensKappa = (pairs: readonly (readonly [string, string])[]): number => {
  const share = (is: (pair: readonly [string, string]) => boolean): number => pairs.filter(is).length / pairs.length;
  const names = [...new Set(pairs.flat())];
  const byChance = names.reduce((sum, name) => sum + share(([a]) => a === name) * share(([, b]) => b === name), 0);
  return (share(([a, b]) => a === b) - byChance) / (1 - byChance);
};
