import type { Rng } from "#core/rng.ts";

/** Draws the name of a service account that is not there, as people name that of a component. */
export const missingAccount = (rng: Rng, component: string, taken: readonly string[]): string =>
  rng.pick(ENDINGS.map((ending) => `${component}${ending}`).filter((name) => !taken.includes(name)));

const ENDINGS: readonly string[] = ["-sa", "-runner", "-reader", "-app", "-svc", "-workload", "-identity", "-bot"];
