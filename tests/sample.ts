import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** Number of cases of a kind that `npm test` takes, of those that there are. */
export interface LeftOut {
  /** Noun in the plural, as in `targets of faults`. */
  readonly what: string;
  readonly taken: number;
  readonly of: number;
}

/**
 * Cases that this run takes of many alike, in their order: all, or in `npm test` as many as `most` says, drawn by the
 * run's seed and the draw's name. Repeat a draw with `npm test -- --seed S`.
 */
export const sample = <T>(items: readonly T[], { what, most, by = what }: SampleOptions): readonly T[] => {
  const ranked = items.map((item, index) => ({ index, rank: hash(`${SEED} ${by} ${index}`), item }));
  const drawn = ranked.sort((left, right) => (left.rank < right.rank ? -1 : 1)).slice(0, most);
  note({ what, taken: drawn.length, of: items.length });
  return IS_SAMPLE ? drawn.sort((left, right) => left.index - right.index).map(({ item }) => item) : items;
};

/** A number of rounds that a property or a long play takes: `whole`, or in `npm test` as many as `most` says. */
export const rounds = (whole: number, { what, most }: SampleOptions): number => {
  const taken = Math.min(whole, most);
  note({ what, taken, of: whole });
  return IS_SAMPLE ? taken : whole;
};

/** First number of a row of seeds: 0, or in `npm test` one that the run's seed decides. */
export const seedOf = (name: string): number => (IS_SAMPLE ? Number.parseInt(hash(`${SEED} ${name}`).slice(0, 6), 16) : 0);

interface SampleOptions {
  /** Noun in the plural for the cases. */
  readonly what: string;
  /** Greatest number that `npm test` takes, ≥ 0. */
  readonly most: number;
  /** Name of the draw, where several of one kind are to differ; missing: `what`. */
  readonly by?: string;
}

const IS_SAMPLE = process.env["KUBEDRILL_TEST_SAMPLE"] === "1";
/** Seed of the draws of this run. */
const SEED = process.env["KUBEDRILL_TEST_SEED"] ?? "";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

const note = (row: LeftOut): void => {
  const folder = process.env["KUBEDRILL_TEST_LEFT_OUT"];
  if (folder !== undefined && row.taken < row.of) appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(row)}\n`);
};
