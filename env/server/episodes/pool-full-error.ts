import { DrillError } from "#core/drill-error.ts";
import type { EpisodeContext } from "./episode-context.ts";

/** Creates the error of a call that finds no free slot: it says who has them. */
export const poolFullError = ({ admission, entries }: EpisodeContext): DrillError => {
  const running = [...entries.values()].filter(({ permit, isRetired }) => permit !== undefined && !isRetired).length;
  return new DrillError("POOL_FULL", `all ${admission.slots} slots are leased, with ${running} running episodes`, {
    retryAfterMs: RETRY_MS,
  });
};

const RETRY_MS = 1_000;
