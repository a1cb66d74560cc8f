import type { EpisodeHost, ResetCommand, ResetOutcome, RewardOutcome, StepOutcome } from "../../episode-protocol.ts";
import type { RecordedStep, Reseed } from "./episode-entry.ts";

/** What is to be played again. */
export interface ReplayPlan {
  /** Name of the episode that comes out of it. */
  readonly episodeId: string;
  readonly command: ResetCommand;
  readonly reseeds: readonly Reseed[];
  readonly steps: readonly RecordedStep[];
  /** Whether the views of every step are computed, or those of the last one alone. */
  readonly everyView: boolean;
}

/** What a replay came to. The episode is live in the host, whatever differs. */
export interface Replayed {
  readonly started: ResetOutcome;
  readonly outcomes: readonly StepOutcome[];
  /** Number of steps done when a state digest first differed from the recorded one. */
  readonly divergedAt: number | undefined;
}

/** Plays a recorded episode again from its seed; stops at the first difference in state. */
export const replayEpisode = async (host: EpisodeHost, plan: ReplayPlan, startDigest?: string): Promise<Replayed> => {
  const names = plan.reseeds.map((_, i) => `${plan.episodeId}~${i}`);
  let name = names[0] ?? plan.episodeId;
  let reseeded = 0;
  const started = await host.reset({ ...plan.command, episodeId: name });
  const outcomes: StepOutcome[] = [];
  if (startDigest !== undefined && started.stateDigest !== startDigest) return { started, outcomes, divergedAt: 0 };
  for (let index = 0; index <= plan.steps.length; index++) {
    for (; plan.reseeds[reseeded]?.at === index; reseeded++) {
      name = await reseed(host, name, names[reseeded + 1] ?? plan.episodeId, plan.reseeds[reseeded]?.seed ?? "0");
    }
    const step = plan.steps[index];
    if (step === undefined) break;
    const { views, ...body } = JSON.parse(step.body);
    const asked = plan.everyView || index === plan.steps.length - 1 ? views : [];
    const outcome = await host.step({ episodeId: name, stepIndex: index, ...body, ...(asked === undefined ? {} : { views: asked }) });
    outcomes.push(outcome);
    if (outcome.stateDigest !== step.stateDigest) return { started, outcomes, divergedAt: index + 1 };
  }
  return { started, outcomes, divergedAt: undefined };
};

const reseed = async (host: EpisodeHost, from: string, to: string, seed: string): Promise<string> => {
  await host.fork({ episodeId: from, childEpisodeIds: [to], reseed: seed });
  await host.close({ episodeId: from });
  return to;
};

/** Grades again what was ended by grading. */
export const refinalize = (host: EpisodeHost, episodeId: string, endReason: string): Promise<RewardOutcome> =>
  host.reward({ episodeId, finalize: true, explain: false, ...(endReason === "WALL_CLOCK" ? { endReason } : {}) });
