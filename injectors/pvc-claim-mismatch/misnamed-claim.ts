import type { Rng } from "#core/rng.ts";

/** Draws the name of a claim that is not there: like another, with an ending more or less. */
export const misnamedClaim = (rng: Rng, claim: string, taken: readonly string[]): string => {
  const names = [...ENDINGS.map((ending) => `${claim}-${ending}`), claim.replace(/-[^-]+$/, ""), claim.replace(/-/, "")];
  return rng.pick(names.filter((name) => !taken.includes(name)));
};

const ENDINGS: readonly string[] = ["old", "v2", "new", "data", "0", "restored", "ssd", "claim"];
