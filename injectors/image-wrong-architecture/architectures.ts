import type { Rng } from "#core/rng.ts";

/** Draws a processor that machines of developers and nodes of other pools have, as the labels of nodes name it. */
export const drawArchitecture = (rng: Rng): string => rng.pick(OTHERS);

const OTHERS: readonly string[] = ["arm64", "arm64", "arm64", "ppc64le"];
