import { DrillError } from "#core/drill-error.ts";
import type { Slot } from "#pool/backend.ts";
import { canScoreHealthy, type Weights } from "#rewards/effective-weights.ts";
import type { RewardProfile } from "#rewards/profiles.ts";
import { faultOfWeights } from "#rewards/weight-bounds.ts";
import type { Library } from "../catalogue/library.ts";
import type { ResetCommand, TaskInfo, ViewRequest } from "../host/episode-protocol.ts";
import { effectiveLimits } from "./effective-limits.ts";
import type { Episode } from "./episode.ts";
import type { Incident } from "./incident.ts";
import { beginLasting } from "./lasting-checks.ts";
import { createLedger } from "./ledger.ts";
import { startNoise } from "./start-noise.ts";
import { throttleProbes } from "./throttle-probes.ts";

/** Parts of a new episode. */
export interface EpisodeParts {
  readonly incident: Incident;
  readonly info: TaskInfo;
  /** First message to the agent. */
  readonly instruction: string;
  /** Slot of this episode alone: a fork of the incident's, or the incident's own if it cannot be forked. */
  readonly slot: Slot;
  readonly onActionFailed?: Episode["onActionFailed"];
}

/** Starts an episode of an incident. Throws UNKNOWN_VIEW, UNKNOWN_PROFILE and FIELD_INVALID before anything is changed. */
export const startEpisode = (
  command: ResetCommand,
  { incident, info, instruction, slot, onActionFailed }: EpisodeParts,
  library: Library,
): Episode => {
  const {
    episodeId,
    taskUri: _,
    seed: __,
    limits,
    profile: profileName,
    weights,
    views,
    toolProfile,
    timeLimit,
    leadMs: ___,
    ...rest
  } = command;
  rest satisfies Readonly<Record<string, never>>; // an option that nothing is made of does not compile
  const profile = library.profileOf(profileName);
  const { checksAtStart, judge } = incident;
  return {
    id: episodeId,
    incident,
    task: { ...info, instruction },
    slot,
    limits: effectiveLimits(info.limits, limits, toolProfile),
    profile,
    ledger: createLedger(profile, library.rewards, weightsOf(weights, profile, incident, library)),
    views: checkedViews(views, library),
    firingBefore: undefined,
    toolProfile,
    judge: judge.over(throttleProbes(slot.admin, PROBE_EVERY_MS)),
    onActionFailed,
    noise: startNoise(incident),
    timeLimit: timeLimit ?? "graded",
    checks: checksAtStart,
    lasting: beginLasting(checksAtStart),
    judgedAtMs: [],
    damage: { atWrites: 0, found: [] },
    stepIndex: 0,
    actionsDone: 0,
    results: [],
    ownCommands: [],
    diagnosis: undefined,
    isDiagnosisScored: false,
    malformed: 0,
    kubeStreams: undefined,
    malformedInARow: 0,
    stepTimeouts: 0,
    ending: undefined,
  };
};

/** Minimum interval of equal probes between steps, ms. */
const PROBE_EVERY_MS = 10_000;

/** Resolves the views that a Reset asks for: `text` if it names none. Throws UNKNOWN_VIEW. */
export const checkedViews = (views: readonly ViewRequest[], library: Library): readonly ViewRequest[] => {
  const asked = views.length === 0 ? [{ name: "text" }] : views;
  for (const { name } of asked) library.viewOf(name);
  return asked;
};

/** Weights in force. Throws FIELD_INVALID for unknown or unbounded ones, and for those by which nothing is asked of the episode. */
const weightsOf = (weights: ResetCommand["weights"], profile: RewardProfile, { truth }: Incident, { rewards }: Library): Weights => {
  const isOwn = weights !== undefined && Object.keys(weights).length > 0;
  const fault = isOwn
    ? faultOfWeights(
        weights,
        rewards.map(({ name }) => name),
      )
    : undefined;
  if (fault !== undefined) throw new DrillError("FIELD_INVALID", fault, { violations: [{ field: "reward_weights", description: fault }] });
  const inForce = isOwn ? weights : profile.weights;
  if (truth.length > 0 || canScoreHealthy(inForce)) return inForce;
  const description = "nothing is wrong in this task, so that it needs weight on diagnosis: there is nothing to repair";
  throw new DrillError("FIELD_INVALID", description, { violations: [{ field: isOwn ? "reward_weights" : "reward_profile", description }] });
};
