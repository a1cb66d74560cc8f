import { cutText } from "#core/cut-text.ts";
import { WorkLimitError } from "#core/work-limit-error.ts";
import type { ActionFailure } from "../loop/attempt.ts";
import type { ServerLog } from "./server-log.ts";

/**
 * Returns a listener that logs actions that failed by an exception, each with its cause and how many there were so far: as
 * errors, since they may hide a defect of kubedrill, and as warnings where the agent asked for more work than it may.
 */
export const logActionFailures = (log: ServerLog): ((failure: ActionFailure) => void) => {
  let failures = 0;
  return ({ episodeId, tool, argumentsJson, cause }) => {
    failures += 1;
    const fields = { episode_id: episodeId, tool, arguments: cutText(argumentsJson, ARGUMENTS_MAX), failures };
    log[cause instanceof WorkLimitError ? "warn" : "error"]("action failed", fields, cause);
  };
};

const ARGUMENTS_MAX = 500;
