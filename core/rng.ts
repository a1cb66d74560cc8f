import { invariant } from "./invariant.ts";

/** A ratio of two integers, so that a probability is exact. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/**
 * A named stream of random draws.
 *
 * Streams are values: `stream(name)` depends on the seed and the name alone, never on what was drawn before,
 * so an extra draw in one place moves nothing elsewhere and a stream can be made again after a fork.
 */
export interface Rng {
  /** A child stream; equal names give equal streams. */
  stream(name: string): Rng;
  /** An integer, uniform in [0, 2^32). */
  uint32(): number;
  /** An integer, uniform in [min, max], both ends included. */
  int(min: number, max: number): number;
  /** True with the given probability. */
  chance(ratio: Ratio): boolean;
  /** One element of a non-empty list, uniformly. */
  pick<T>(items: readonly T[]): T;
  /** A new list of the same elements in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** A fraction in [0, 1) with 32 bits; for derived quantities only, never for kernel state. */
  fraction(): number;
}

/** Creates the root stream of a seed. Seeds are unsigned 64-bit integers or any text. */
export const createRng = (seed: bigint | string): Rng => new Stream(`${seed}`);

/** xoshiro128** by Blackman and Vigna, its state filled from a 128-bit hash of the stream's path. */
class Stream implements Rng {
  readonly #path: string;
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(path: string) {
    this.#path = path;
    [this.#a, this.#b, this.#c, this.#d] = cyrb128(path);
  }

  stream(name: string): Rng {
    return new Stream(`${this.#path}/${name}`);
  }

  uint32(): number {
    const scrambled = Math.imul(rotl(Math.imul(this.#b, 5), 7), 9) >>> 0;
    const t = this.#b << 9;
    const c = this.#c ^ this.#a;
    const d = this.#d ^ this.#b;
    this.#b ^= c;
    this.#a ^= d;
    this.#c = c ^ t;
    this.#d = rotl(d, 11);
    return scrambled;
  }

  int(min: number, max: number): number {
    if (!(Number.isInteger(min) && Number.isInteger(max) && max >= min)) invariant(false, `int(${min}, ${max}) is no range`);
    return min + this.#below(max - min + 1);
  }

  chance({ numerator, denominator }: Ratio): boolean {
    return this.#below(denominator) < numerator;
  }

  pick<T>(items: readonly T[]): T {
    invariant(items.length > 0, "pick from an empty list");
    return items[this.#below(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.#below(i + 1);
      [result[i], result[j]] = [result[j] as T, result[i] as T];
    }
    return result;
  }

  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** Rejection keeps small ranges exactly uniform. */
  #below(bound: number): number {
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
    let draw = this.uint32();
    while (draw >= limit) draw = this.uint32();
    return draw % bound;
  }
}

const rotl = (x: number, k: number): number => (x << k) | (x >>> (32 - k));

/** cyrb128, a fast non-cryptographic 128-bit string hash; good enough to seed, and cheap enough to seed often. */
const cyrb128 = (text: string): [number, number, number, number] => {
  let h1 = 1_779_033_703;
  let h2 = 3_144_134_277;
  let h3 = 1_013_904_242;
  let h4 = 2_773_480_762;
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2_716_044_179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597_399_067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951_274_213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179);
  h1 ^= h2 ^ h3 ^ h4;
  return [h1 >>> 0, (h2 ^ h1) >>> 0, (h3 ^ h1) >>> 0, (h4 ^ h1) >>> 0];
};
