/** An estimate with the ends of its interval; all NaN without data, the ends infinite with a single value. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution for 95 % on both sides. */
const Z = 1.959964;

/** Interval of Wilson's score for a share, which stays between 0 and 1 and holds for few samples. */
export const wilson = (hits: number, n: number): Estimate => {
  const mean = hits / n;
  const centre = (mean + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((mean * (1 - mean)) / n + Z ** 2 / (4 * n ** 2));
  return { mean, low: centre - half, high: centre + half };
};

/**
 * Interval of Wilson's score for a mean of shares of groups, such as the attempts at one task: groups whose members are alike count as one
 * each, and those whose members differ as groups do count as their members.
 *
 * @param members number in all groups together
 */
export const wilsonOfGroups = (shares: readonly number[], members: number): Estimate => {
  const { length } = shares;
  const mean = shares.reduce((sum, share) => sum + share, 0) / length;
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (length - 1) / length;
  const worth = variance > 0 ? Math.min(members, Math.max(length, (mean * (1 - mean)) / variance)) : length;
  return wilson(mean * worth, worth);
};

/** Difference of two paired shares with Newcombe's interval (1998, method 10), which is made of both Wilson intervals and holds for few pairs. */
export const differenceOf = (pairs: readonly (readonly [now: boolean, was: boolean])[]): Estimate => {
  const count = (now: boolean, was: boolean) => pairs.filter((pair) => pair[0] === now && pair[1] === was).length;
  const [both, gained, lost, neither] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const n = pairs.length;
  const now = wilson(both + gained, n);
  const was = wilson(both + lost, n);
  const product = both * neither - gained * lost;
  const scale = Math.sqrt((both + gained) * (lost + neither) * (both + lost) * (gained + neither));
  const correlation = scale === 0 ? 0 : (product > 0 ? Math.max(0, product - n / 2) : product) / scale;
  const reach = (a: number, b: number): number => Math.sqrt(a ** 2 - 2 * correlation * a * b + b ** 2);
  const mean = now.mean - was.mean;
  return { mean, low: mean - reach(now.mean - now.low, was.high - was.mean), high: mean + reach(now.high - now.mean, was.mean - was.low) };
};

/** Mean with the normal interval by the sample's standard deviation. */
export const meanOf = (values: readonly number[]): Estimate => {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = n === 1 ? Number.POSITIVE_INFINITY : Z * Math.sqrt(variance / n);
  return { mean, low: mean - half, high: mean + half };
};

/** An estimate whose interval ends at the bounds of what it estimates. */
export const within = ({ mean, low, high }: Estimate, least: number, most: number): Estimate => ({
  mean,
  low: Number.isFinite(low) ? Math.max(least, low) : low,
  high: Number.isFinite(high) ? Math.min(most, high) : high,
});
