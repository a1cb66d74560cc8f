import type { ToolCall } from "#core/tool-call.ts";
import type { PlannedCall } from "#problems/policy.ts";
import type { Action, Ending, EpisodeHost, ResetCommand, ResetOutcome, RewardComponent, StepOutcome } from "./episode-protocol.ts";

/** Record of a played episode. */
export interface PlayedEpisode {
  readonly reset: ResetOutcome;
  readonly steps: readonly { readonly actions: readonly Action[]; readonly outcome: StepOutcome }[];
  readonly ending: Ending;
  /** Missing: no valid score exists. */
  readonly return?: number;
  readonly components: readonly RewardComponent[];
}

/** Plays the calls, one per step, until the episode ends; if it is still running after them, it is stopped and graded. */
export const playEpisode = async (host: EpisodeHost, command: ResetCommand, calls: readonly PlannedCall[]): Promise<PlayedEpisode> => {
  const reset = await host.reset(command);
  const { episodeId } = command;
  const steps: { readonly actions: readonly Action[]; readonly outcome: StepOutcome }[] = [];
  for (const call of calls) {
    const actions = [chosenAction(call, call.propensity)];
    const outcome = await host.step({ episodeId, stepIndex: steps.length, actions });
    steps.push({ actions, outcome });
    if (outcome.ending !== undefined) break;
  }
  const { report, ending } = await host.reward({ episodeId, finalize: true, explain: false });
  await host.close({ episodeId });
  if (ending === undefined) throw new Error(`episode ${episodeId} did not end by being finalised`);
  return { reset, steps, ending, ...(report.reward === undefined ? {} : { return: report.reward }), components: report.components };
};

/** Wraps a tool call as an action. */
export const actionOf = (call: ToolCall): Action => ({
  body: { kind: "tool", name: call.name, argumentsJson: JSON.stringify(call.arguments) },
});

/** Wraps a call that was chosen with some probability; undefined: nobody knows it. */
export const chosenAction = (call: ToolCall, propensity: number | undefined): Action => ({
  ...actionOf(call),
  ...(propensity === undefined ? {} : { behaviorLogprob: Math.log(propensity) }),
});
