import { cutText } from "#core/cut-text.ts";
import type { LostThread } from "#pool/backends/sim/worker-pool.ts";
import type { StepCommand } from "../host/episode-protocol.ts";

/** Calls that a thread had not answered when it died, for the log: the method, the episode and the beginning of what was to be done. */
export const describeCalls = (calls: LostThread["inFlight"]): readonly string[] =>
  calls.slice(0, CALLS_MAX).map(({ method, payload }) => {
    const { episodeId = "", actions = [] } = (payload ?? {}) as Partial<StepCommand>;
    return `${method} ${episodeId} ${cutText(JSON.stringify(actions.map(({ body }) => body)), TEXT_MAX)}`;
  });

const CALLS_MAX = 64;
const TEXT_MAX = 500;
