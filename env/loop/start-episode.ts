import { DrillError } from "#core/drill-error.ts";
import type { Slot } from "#pool/backend.ts";
import { instructionFor } from "#problems/problem.ts";
import type { Task } from "#problems/task.ts";
import type { Library } from "../catalogue/library.ts";
import type { EpisodeLimits, ResetCommand, TaskInfo, ViewRequest } from "../host/episode-protocol.ts";
import type { Episode } from "./episode.ts";
import type { Incident } from "./incident.ts";
import { createLedger } from "./ledger.ts";
import { createNoiseSchedule } from "./noise-schedule.ts";
import { throttleProbes } from "./throttle-probes.ts";

/** Parts of a new episode. */
export interface EpisodeParts {
  readonly incident: Incident;
  readonly task: Task;
  readonly info: TaskInfo;
  /** Slot of this episode alone: a fork of the incident's, or the incident's own if it cannot be forked. */
  readonly slot: Slot;
}

/** Starts an episode of an incident. Throws UNKNOWN_VIEW, UNKNOWN_PROFILE and FIELD_INVALID before anything is changed. */
export const startEpisode = (command: ResetCommand, { incident, task, info, slot }: EpisodeParts, library: Library): Episode => {
  const profile = library.profileOf(command.profile);
  const { seed, startMs, place, checksAtStart, judge } = incident;
  return {
    id: command.episodeId,
    incident,
    // The app's namespace is the slot's own, which no task can name.
    task: { ...info, instruction: instructionFor(incident.place.app.title, slot.namespace) },
    slot,
    limits: effectiveLimits(info.limits, command.limits),
    profile,
    ledger: createLedger(profile, library.rewards, checkedWeights(command.weights, library) ?? profile.weights),
    views: checkedViews(command.views, library),
    toolProfile: command.toolProfile,
    judge: judge.over(throttleProbes(slot.admin, PROBE_EVERY_MS)),
    noise: createNoiseSchedule({ generators: noiseOf(task, library), seed, startMs, place, spared: sparedNames(incident) }),
    checks: checksAtStart,
    stepIndex: 0,
    results: [],
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

/** Resolves the noise generators that a task names. */
export const noiseOf = ({ noise }: Task, library: Library) =>
  (noise === undefined ? [] : noise.split(",")).map((id) => {
    const generator = library.noise.find((candidate) => candidate.id === id);
    if (generator === undefined)
      throw new DrillError("TASK_UNKNOWN", `there is no noise "${id}"; there are ${library.noise.map((known) => known.id).join(", ")}`);
    return generator;
  });

/** Resolves the views that a Reset asks for: `text` if it names none. Throws UNKNOWN_VIEW. */
export const checkedViews = (views: readonly ViewRequest[], library: Library): readonly ViewRequest[] => {
  const asked = views.length === 0 ? [{ name: "text" }] : views;
  for (const { name } of asked) library.viewOf(name);
  return asked;
};

const checkedWeights = (weights: ResetCommand["weights"], library: Library): ResetCommand["weights"] => {
  if (weights === undefined || Object.keys(weights).length === 0) return undefined;
  const unknown = Object.keys(weights).filter((name) => !library.rewards.some((reward) => reward.name === name));
  if (unknown.length === 0) return weights;
  const description = `there is no reward component ${unknown.join(", ")}; there are ${library.rewards.map(({ name }) => name).join(", ")}`;
  throw new DrillError("FIELD_INVALID", description, { violations: [{ field: "reward_weights", description }] });
};

/** Combines limits: the caller may lower those of the task, never raise them; its own latency is free. */
const effectiveLimits = (task: EpisodeLimits, asked: Partial<EpisodeLimits>): EpisodeLimits => ({
  maxSteps: Math.min(task.maxSteps, asked.maxSteps ?? task.maxSteps),
  maxVirtualMs: Math.min(task.maxVirtualMs, asked.maxVirtualMs ?? task.maxVirtualMs),
  maxWallMs: asked.maxWallMs ?? task.maxWallMs,
  stepTimeoutMs: Math.min(STEP_TIMEOUT_MAX_MS, asked.stepTimeoutMs ?? task.stepTimeoutMs),
  maxStepTimeouts: asked.maxStepTimeouts ?? task.maxStepTimeouts,
  maxInvalidActions: asked.maxInvalidActions ?? task.maxInvalidActions,
  maxObservationBytes: Math.min(OBSERVATION_BYTES_MAX, asked.maxObservationBytes ?? task.maxObservationBytes),
  stepLatencyMs: asked.stepLatencyMs ?? task.stepLatencyMs,
});

const STEP_TIMEOUT_MAX_MS = 600_000;

/** Maximum size of one view, bytes. */
const OBSERVATION_BYTES_MAX = 1_048_576;

const sparedNames = ({ truth, faults }: Incident): readonly string[] =>
  [...truth.map(({ resource }) => resource), ...faults.map(({ target }) => target)].map((resource) =>
    resource.slice(resource.lastIndexOf("/") + 1),
  );
