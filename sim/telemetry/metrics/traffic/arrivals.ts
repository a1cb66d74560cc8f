import { fractionOf, mix } from "../number-hash.ts";
import { nextScrapeCut, scrapeCut } from "../scrape.ts";
import { normalQuantile } from "./latency.ts";

/** Events of a steady stream since its beginning: independent Poisson counts, drawn from its hash. */
export interface Arrivals {
  readonly fromMs: number;
  /** Events per second. */
  readonly rate: number;
  readonly hash: number;
}

/**
 * Events in [fromMs, untilMs): never decreasing in `untilMs`, the same whenever asked.
 *
 * Time is cut where counters are scraped, so that increases between scrapes are independent.
 */
export const arrivalsUntil = (arrivals: Arrivals, kept: number[], untilMs: number): number => {
  const { fromMs, rate } = arrivals;
  if (rate <= 0 || untilMs <= fromMs) return 0;
  const last = scrapeCut(untilMs);
  const whole = inWholeCuts(arrivals, kept, last);
  const startMs = Math.max(fromMs, nextScrapeCut(last - 1));
  if (untilMs <= startMs) return whole;
  const share = (untilMs - startMs) / (nextScrapeCut(last) - startMs);
  return whole + firstPart(arrivalsInCut(arrivals, last), share, mix(arrivals.hash, -last));
};

/** Total events of a stream that ended; without scrapes in between, its time need not be divided. */
export const arrivalsInAll = (arrivals: Arrivals, kept: number[], endMs: number): number => {
  const { fromMs, rate, hash } = arrivals;
  if (rate <= 0 || endMs <= fromMs) return 0;
  const last = scrapeCut(endMs);
  const seconds = (endMs - Math.max(fromMs, nextScrapeCut(last - 1))) / 1000;
  return inWholeCuts(arrivals, kept, last) + (seconds <= 0 ? 0 : poisson(rate * seconds, fractionOf(hash, last)));
};

/** Events before a cut; those of each cut are drawn once. */
const inWholeCuts = (arrivals: Arrivals, kept: number[], last: number): number => {
  const first = scrapeCut(arrivals.fromMs);
  let sum = kept.length === 0 ? 0 : (kept[kept.length - 1] as number);
  for (let cut = first + kept.length; cut < last; cut++) {
    sum += arrivalsInCut(arrivals, cut);
    kept.push(sum);
  }
  return last === first ? 0 : (kept[last - first - 1] as number);
};

/** Events of one cut, less what lies before the stream's beginning. */
const arrivalsInCut = ({ fromMs, rate, hash }: Arrivals, cut: number): number => {
  const seconds = (nextScrapeCut(cut) - Math.max(fromMs, nextScrapeCut(cut - 1))) / 1000;
  return poisson(rate * seconds, fractionOf(hash, cut));
};

/** A Poisson count by the inverse method: exact for small means, by the Cornish-Fisher expansion for large ones. */
export const poisson = (mean: number, fraction: number): number => {
  if (mean > SMALL_MEAN) {
    const z = normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, fraction)));
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * z + (z * z - 1) / 6));
  }
  let count = 0;
  let chance = Math.exp(-mean);
  for (let sum = chance; sum <= fraction && count < COUNT_MAX; sum += chance) {
    count += 1;
    chance *= mean / count;
  }
  return count;
};

const SMALL_MEAN = 20;
const COUNT_MAX = 100;
const HALVINGS = 4;

/** Of events spread over a cut, those in its first part: halved at random a few times, evenly spread below. */
const firstPart = (count: number, share: number, hash: number): number => {
  let [before, rest, part, seed] = [0, count, share, hash];
  for (let i = 0; i < HALVINGS && rest > 0; i++) {
    const half = halfOf(rest, seed);
    const isLater = part >= 0.5;
    if (isLater) before += half;
    rest = isLater ? rest - half : half;
    part = isLater ? part * 2 - 1 : part * 2;
    seed = mix(seed, isLater ? 2 : 1);
  }
  return before + Math.floor(rest * part + fractionOf(seed, 3));
};

/** A binomial count of `count` tosses of a coin. */
const halfOf = (count: number, seed: number): number => {
  if (count <= 32) return onesOf(mix(seed, 4) & (count === 32 ? -1 : (1 << count) - 1));
  const z = normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, fractionOf(seed, 4))));
  return Math.min(count, Math.max(0, Math.round(count / 2 + (Math.sqrt(count) / 2) * z)));
};

const onesOf = (bits: number): number => {
  let ones = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) ones += 1;
  return ones;
};
