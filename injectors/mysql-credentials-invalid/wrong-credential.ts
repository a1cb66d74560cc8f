import type { Rng } from "#core/rng.ts";

/** Draws a user or password that is that of another place or time. */
export const wrongCredential = (rng: Rng, right: string): string => rng.pick([`${right}1`, `${right}_old`, `${right}-prod`, "changeme"]);
