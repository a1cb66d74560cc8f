import { createHash } from "node:crypto";
import type { LeftOut } from "../tests/sample.ts";
import type { CheckOptions } from "./check-options.ts";
import type { Shard, Step } from "./steps.ts";

/**
 * Part of a step's test files that a run takes: the caller's share of all in a whole run, else of the part that the seed draws.
 *
 * Undefined: all files.
 */
export const partOf = (step: Pick<Step, "name" | "parts" | "folders">, options: Pick<CheckOptions, "isWhole" | "seed" | "shard">) => {
  const share = step.folders === undefined ? undefined : options.shard;
  if (options.isWhole || step.parts === undefined) return share;
  const { index, count } = share ?? { index: 1, count: 1 };
  const drawn = Number.parseInt(createHash("sha256").update(`${options.seed} ${step.name}`).digest("hex").slice(0, 8), 16) % step.parts;
  return { index: drawn * count + index, count: step.parts * count } satisfies Shard;
};

/** Parts of steps that `npm test` leaves out, as the summary says them. */
export const partsLeftOut = (steps: readonly Step[]): readonly LeftOut[] =>
  steps.flatMap(({ name, parts }) => (parts === undefined ? [] : [{ what: `parts of the files of "${name}"`, taken: 1, of: parts }]));
