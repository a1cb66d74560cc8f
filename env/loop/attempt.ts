import { DrillError } from "#core/drill-error.ts";
import { WorkLimitError } from "#core/work-limit-error.ts";
import type { ActionOutput } from "../actions/action.ts";
import type { Episode } from "./episode.ts";
import type { RawCall } from "./run-action.ts";
import { isBroughtAbout, WORK_UNITS, withWork } from "./work-of-episode.ts";

/** An action that failed by an exception and was undone. */
export interface ActionFailure {
  readonly episodeId: string;
  readonly tool: string;
  /** Arguments as received. */
  readonly argumentsJson: string;
  readonly cause: unknown;
}

/**
 * Runs what an action does. An action that fails by an exception is the policy's to answer for, since otherwise it could
 * void a sample that goes badly: the world is as it was before, the agent is told, and so is who operates the host.
 *
 * Failures of the infrastructure are thrown. On a real cluster, which nothing can set back, only failures that an action
 * alone can cause count as its own.
 */
export const attempt = async (episode: Episode, call: RawCall, run: () => Promise<ActionOutput>): Promise<ActionOutput> => {
  const { slot, noise } = episode;
  const goBack = slot.savepoint?.();
  const noiseBefore = noise.fork();
  try {
    return await withWork(slot, WORK_UNITS.action, run);
  } catch (cause) {
    if (cause instanceof DrillError || (goBack === undefined && !isBroughtAbout(cause))) throw cause;
    goBack?.();
    episode.onActionFailed?.({ episodeId: episode.id, tool: call.name, argumentsJson: call.argumentsJson, cause });
    episode.noise = noiseBefore;
    return {
      status: "TOOL_ERROR",
      errorCode: cause instanceof WorkLimitError ? "WORK_LIMIT" : "ACTION_FAILED",
      content: explain(cause),
      hadEffect: false,
      costMs: 0,
    };
  }
};

const explain = (cause: unknown): string =>
  cause instanceof WorkLimitError
    ? "error: this would keep the cluster busy beyond the limit of one action; it was undone"
    : "error: this cannot be carried out; nothing was changed";
