import { DrillError } from "#core/drill-error.ts";
import type { EpisodeHost, ResetCommand, ResetOutcome, RewardOutcome, StepOutcome } from "../../host/episode-protocol.ts";
import type { RecordedKube, RecordedStep, Reseed } from "./episode-entry.ts";

/** Plan of a replay. */
export interface ReplayPlan {
  /** Id of the resulting episode. */
  readonly episodeId: string;
  readonly command: ResetCommand;
  readonly reseeds: readonly Reseed[];
  readonly steps: readonly RecordedStep[];
  /** Requests to the Kubernetes API in between. */
  readonly kube: readonly RecordedKube[];
  /** True: the views of every step are computed; false: those of the last one alone. */
  readonly everyView: boolean;
}

/** Result of a replay. The episode is live in the host, even if it differs. */
export interface Replayed {
  readonly started: ResetOutcome;
  readonly outcomes: readonly StepOutcome[];
  /** Number of steps after which a state digest first differed from the recorded one; undefined: never. */
  readonly divergedAt: number | undefined;
}

/** Replays a recorded episode from its seed; stops at the first difference in state. */
export const replayEpisode = async (host: EpisodeHost, plan: ReplayPlan, startDigest?: string): Promise<Replayed> => {
  const names = plan.reseeds.map((_, i) => `${plan.episodeId}~${i}`);
  let name = names[0] ?? plan.episodeId;
  let reseeded = 0;
  let atEndpoint = 0;
  const started = await host.reset({ ...plan.command, episodeId: name });
  const outcomes: StepOutcome[] = [];
  if (startDigest !== undefined && started.stateDigest !== startDigest) return { started, outcomes, divergedAt: 0 };
  for (let index = 0; index <= plan.steps.length; index++) {
    for (;;) {
      const due = plan.reseeds[reseeded];
      const record = plan.kube[atEndpoint];
      if (due?.at === index && atEndpoint >= (due.kube ?? 0)) {
        reseeded += 1;
        name = await reseed(host, name, names[reseeded] ?? plan.episodeId, due.seed);
      } else if (record?.at === index) {
        atEndpoint += 1;
        if (!(await repeatRequests(host, name, record))) return { started, outcomes, divergedAt: index + 1 };
      } else break;
    }
    const step = plan.steps[index];
    if (step === undefined) break;
    const { views, ...body } = { ...JSON.parse(step.body), ...(step.overran && { overran: true }) };
    const asked = plan.everyView || index === plan.steps.length - 1 ? views : [];
    const outcome = await host.step({ episodeId: name, stepIndex: index, ...body, ...(asked === undefined ? {} : { views: asked }) });
    outcomes.push(outcome);
    if (outcome.stateDigest !== step.stateDigest) return { started, outcomes, divergedAt: index + 1 };
  }
  return { started, outcomes, divergedAt: undefined };
};

/** Repeats the requests of clients to the endpoint. @returns false if the state differs */
const repeatRequests = async (
  host: EpisodeHost,
  episodeId: string,
  { virtualMs, shiftMs, frames, stateDigest }: RecordedKube,
): Promise<boolean> => {
  if (host.kube === undefined) throw new DrillError("CAPABILITY_MISSING", "this host has no Kubernetes API to repeat requests to");
  const outcome = await host.kube({ episodeId, untilMs: virtualMs, shiftMs, frames });
  return stateDigest === undefined || outcome.stateDigest === stateDigest;
};

const reseed = async (host: EpisodeHost, from: string, to: string, seed: string): Promise<string> => {
  await host.fork({ episodeId: from, childEpisodeIds: [to], reseed: seed });
  await host.close({ episodeId: from });
  return to;
};

/** Repeats the grading of an episode that ended by it. */
export const refinalize = (host: EpisodeHost, episodeId: string, endReason: string): Promise<RewardOutcome> =>
  host.reward({
    episodeId,
    finalize: true,
    explain: false,
    ...(endReason === "WALL_CLOCK" || endReason === "VIRTUAL_TIME" || endReason === "UNRECOVERABLE" ? { endReason } : {}),
  });
