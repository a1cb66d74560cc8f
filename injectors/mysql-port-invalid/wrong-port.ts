import type { Rng } from "#core/rng.ts";

/** Draws a port beside the right one, or one of another kind of database. */
export const wrongPort = (rng: Rng, port: number): string => `${rng.pick([port + 1, port + 10, port - 1, 5432, 33_060])}`;
