/** A candidate of a weighted draw. */
export interface Candidate {
  /** Hash of what identifies it, an unsigned 32-bit integer. */
  readonly hash: number;
  /** Its share is this over the sum of all weights; > 0. */
  readonly weight: number;
}

/**
 * Draws one of several candidates by weighted rendezvous hashing ("highest random weight").
 *
 * Each candidate's score depends on the key and on its own hash and weight alone. A candidate that is added therefore takes
 * over its own share of the keys and no other key changes its answer; one that is removed leaves its keys to the others.
 * @param key unsigned 32-bit integer; equal keys give equal answers
 * @returns index of the candidate, −1 if there is none
 */
export const rendezvous = (key: number, candidates: readonly Candidate[]): number => {
  let chosen = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < candidates.length; i++) {
    const { hash, weight } = candidates[i] as Candidate;
    // The candidate whose exponential waiting time is the shortest.
    const score = -Math.log((mixHashes(key, hash) + 0.5) / 0x1_0000_0000) / weight;
    if (score < least) {
      least = score;
      chosen = i;
    }
  }
  return chosen;
};

/** Mixes two unsigned 32-bit integers to one in which every bit depends on all of theirs; the order matters. */
export const mixHashes = (a: number, b: number): number => avalanche(avalanche(a) ^ Math.imul(b, 0x9e37_79b1));

/** The finaliser of MurmurHash3. */
const avalanche = (x: number): number => {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
};
