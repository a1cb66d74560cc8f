import type { Action, ResetCommand, StepCommand } from "#env/host/episode-protocol.ts";
import type { Engine } from "../engine/engine.ts";
import { given } from "./given.ts";
import { recordEpisode } from "./record-episode.ts";
import { readLimits, readOptions } from "./recorded-options.ts";
import { toTrajectory } from "./to-trajectory.ts";
import type { RecordedAction, Trajectory } from "./trajectory.ts";

/** Replays a trajectory: same task, seed, options and actions. */
export const replayTrajectory = async (engine: Engine, recorded: Trajectory): Promise<Trajectory> => {
  const { host, recording } = recordEpisode(engine.host);
  // What its player gave up stays so: nothing of it was graded.
  const abandoned = recorded.ending?.end_reason === "CLIENT_CLOSED" ? recorded.ending.failure_reason : undefined;
  const episodeId = `replay-${recorded.trajectory_id}`.slice(0, 64);
  await host.reset(resetOf(recorded, episodeId));
  try {
    let over = false;
    for (const step of stepsOf(recorded, episodeId)) {
      if (over) break;
      over = (await host.step(step)).ending !== undefined;
    }
    // An end that no step brought was asked for: by finalize, since a close would leave no score.
    const finalize = !over && recorded.ending?.end_reason === "AGENT_STOPPED";
    if (recorded.ending && abandoned === undefined) await host.reward({ episodeId, finalize, explain: true });
  } finally {
    await host.close({ episodeId });
  }
  const { trajectory_id: trajectoryId, behaviour, provenance } = recorded;
  return toTrajectory({ ...recording()!, ...given("abandoned", abandoned) }, { trajectoryId, behaviour, provenance });
};

/** Builds the reset by which a recorded episode began. */
export const resetOf = (recorded: Trajectory, episodeId: string): ResetCommand => ({
  episodeId,
  taskUri: recorded.task.uri,
  seed: recorded.seed,
  ...readOptions(recorded.options),
  limits: readLimits(recorded.limits),
  ...(recorded.reward_profile.name === "" ? {} : { profile: recorded.reward_profile.name }),
});

/** Builds the steps of a recorded episode. */
export const stepsOf = ({ steps }: Trajectory, episodeId: string): readonly StepCommand[] =>
  steps.map(({ index, actions, views }) => ({ episodeId, stepIndex: index, actions: actions.map(toAction), ...given("views", views) }));

const toAction = (action: RecordedAction): Action => ({
  ...given("callId", action.call_id),
  body: toBody(action),
  ...given("timeoutMs", action.timeout_ms),
  ...given("behaviorLogprob", action.behavior_logprob),
});

const toBody = ({ kind, name = "", arguments_json = "{}", text = "", wait_ms = 0 }: RecordedAction): Action["body"] => {
  if (kind === "tool") return { kind, name, argumentsJson: arguments_json };
  return kind === "text" ? { kind, text } : { kind, ms: wait_ms };
};
