import { cutText } from "#core/cut-text.ts";
import type { LostThread } from "#pool/backends/sim/worker-pool.ts";
import type { StepCommand } from "../host/episode-protocol.ts";
import type { ServerLog } from "./server-log.ts";

/** Returns a listener that logs the end of a thread: its episodes, the calls that it had not answered, that which ended it, and the cause. */
export const logThreadEnds =
  (log: ServerLog): ((thread: LostThread) => void) =>
  ({ keys, inFlight, underWay, cause }) =>
    log.error(
      "thread lost",
      { episodes: keys, calls: describeCalls(inFlight), ...(underWay && { ended_by: describeCalls([underWay])[0] }) },
      cause,
    );

/** The method of each call, the episode and the beginning of what was to be done. */
const describeCalls = (calls: LostThread["inFlight"]): readonly string[] =>
  calls.slice(0, CALLS_MAX).map(({ method, payload }) => {
    const { episodeId = "", actions = [] } = (payload ?? {}) as Partial<StepCommand>;
    return `${method} ${episodeId} ${cutText(JSON.stringify(actions.map(({ body }) => body)), TEXT_MAX)}`;
  });

const CALLS_MAX = 64;
const TEXT_MAX = 500;
