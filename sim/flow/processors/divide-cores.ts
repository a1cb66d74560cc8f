/** A claim to a part of a processor's time. */
export interface CoreClaim {
  /** Share that it has of what all want, by the weights of those that want it. */
  readonly weight: number;
  /** Cores that it would use if it had the processor to itself. */
  readonly wanted: number;
}

/**
 * Cores that each of several claims gets, as the kernel's scheduler divides them: nobody gets more than it wants, what one leaves goes to the
 * others by their weights, and nothing stays idle while anybody wants it.
 */
export const divideCores = (cores: number, claims: readonly CoreClaim[]): readonly number[] => {
  const given = claims.map(() => 0);
  // Those that want least for their weight are satisfied first.
  const order = claims.map((_, i) => i).sort((a, b) => perWeight(claims[a]) - perWeight(claims[b]) || a - b);
  let left = cores;
  let weights = claims.reduce((sum, { weight }) => sum + weight, 0);
  for (const i of order) {
    const { weight, wanted } = claims[i] as CoreClaim;
    const got = Math.min(wanted, (left * weight) / weights);
    given[i] = got;
    left -= got;
    weights -= weight;
  }
  return given;
};

const perWeight = (claim: CoreClaim | undefined): number => (claim === undefined ? 0 : claim.wanted / claim.weight);
