/** The φ-quantile, linear between order statistics. */
export const quantileOf = (phi: number, values: readonly number[]): number => {
  if (values.length === 0 || Number.isNaN(phi)) return Number.NaN;
  if (phi < 0) return Number.NEGATIVE_INFINITY;
  if (phi > 1) return Number.POSITIVE_INFINITY;
  const sorted = [...values].sort((a, b) => (Number.isNaN(a) ? -1 : Number.isNaN(b) ? 1 : a - b));
  const rank = phi * (sorted.length - 1);
  const lower = Math.max(0, Math.floor(rank));
  const upper = Math.min(sorted.length - 1, lower + 1);
  const weight = rank - Math.floor(rank);
  return (sorted[lower] as number) * (1 - weight) + (sorted[upper] as number) * weight;
};

/** A cumulative bucket: count of observations ≤ bound. */
export interface Bucket {
  readonly le: number;
  readonly count: number;
}

/** The φ-quantile of a classic histogram, linear inside a bucket. */
export const bucketQuantile = (phi: number, unsorted: readonly Bucket[]): number => {
  if (Number.isNaN(phi)) return Number.NaN;
  if (phi < 0) return Number.NEGATIVE_INFINITY;
  if (phi > 1) return Number.POSITIVE_INFINITY;
  const buckets = monotonic(merge([...unsorted].sort((a, b) => a.le - b.le)));
  const last = buckets.at(-1);
  if (last === undefined || last.le !== Number.POSITIVE_INFINITY || buckets.length < 2 || last.count === 0 || Number.isNaN(last.count))
    return Number.NaN;
  const rank = phi * last.count;
  const index = buckets.findIndex((bucket, i) => i === buckets.length - 1 || bucket.count >= rank);
  if (index === buckets.length - 1) return (buckets[buckets.length - 2] as Bucket).le;
  const bucket = buckets[index] as Bucket;
  if (index === 0 && bucket.le <= 0) return bucket.le;
  const start = index === 0 ? 0 : (buckets[index - 1] as Bucket).le;
  const below = index === 0 ? 0 : (buckets[index - 1] as Bucket).count;
  return start + (bucket.le - start) * ((rank - below) / (bucket.count - below));
};

/** Buckets of equal bounds (two series differing in how they write `le`) count together. */
const merge = (buckets: readonly Bucket[]): Bucket[] => {
  const merged: Bucket[] = [];
  for (const bucket of buckets) {
    const last = merged.at(-1);
    if (last !== undefined && last.le === bucket.le) merged[merged.length - 1] = { le: last.le, count: last.count + bucket.count };
    else merged.push(bucket);
  }
  return merged;
};

const monotonic = (buckets: readonly Bucket[]): Bucket[] => {
  let most = Number.NEGATIVE_INFINITY;
  return buckets.map(({ le, count }) => {
    most = Math.max(most, count);
    return { le, count: most };
  });
};
