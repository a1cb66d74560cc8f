import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import type { Failure, Outcome } from "./evaluation/outcome.ts";

/** Failure of one request among those with an outcome; undefined: it goes well. The same request at the same instant has the same fate. */
export const failureOf = (world: World, process: Process, { errors }: Outcome, request: string): Failure | undefined => {
  if (errors.length === 0) return undefined;
  const fate = world.rng(`flow/request/${world.nowMs()}/${process.key}/${request}`).fraction();
  let sum = 0;
  return errors.find(({ share }) => {
    sum += share;
    return sum > fate;
  });
};
