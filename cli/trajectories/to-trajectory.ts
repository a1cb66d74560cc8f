import { digestJson } from "#core/digest.ts";
import { given } from "./given.ts";
import { finalOf, recordComponent, totalComponents } from "./record-components.ts";
import { type AgentRequest, type EpisodeRecording, endingOf, finalStateOf, returnOf } from "./record-episode.ts";
import { recordAction, recordEnding, recordObservation, recordResult } from "./record-turn.ts";
import { recordLimits, recordOptions } from "./recorded-options.ts";
import type { Provenance, RecordedRequest, RecordedStep, Trajectory } from "./trajectory.ts";
import { TRAJECTORY_SCHEMA } from "./trajectory.ts";

/** Facts of a trajectory that the record does not contain. */
export interface TrajectoryFacts {
  readonly trajectoryId: string;
  readonly groupId?: string;
  readonly provenance: Provenance;
  readonly behaviour: Trajectory["behaviour"];
  /** Policy that the states were valued by; missing: they were not. */
  readonly reference?: Trajectory["reference"];
}

/** Converts a record to a native trajectory; equal records and facts give equal bytes. */
export const toTrajectory = (recording: EpisodeRecording, facts: TrajectoryFacts): Trajectory => {
  const { command, outcome } = recording.reset;
  const { episodeId, taskUri, seed, ...options } = command;
  const { uri, publicId, digest, split, tags, difficulty, instruction } = outcome.task;
  const steps = recording.steps.map(recordStep);
  const final = finalOf(recording);
  const ending = endingOf(recording);
  return {
    schema: TRAJECTORY_SCHEMA,
    trajectory_id: facts.trajectoryId,
    episode_id: episodeId,
    ...given("group_id", facts.groupId),
    task: { uri, public_id: publicId, digest, split, tags, difficulty, instruction },
    provenance: facts.provenance,
    seed,
    options: recordOptions(options, readParams(taskUri)),
    behaviour: facts.behaviour,
    labels: {},
    limits: recordLimits(outcome.limits),
    reward_profile: profileOf(recording),
    tools: outcome.tools.map(({ name, description, inputSchema, mutating }) => ({
      name,
      description,
      input_schema: inputSchema,
      mutating,
    })),
    initial: {
      observation: recordObservation(outcome.observation),
      state_digest: outcome.stateDigest,
      virtual_time_ms: outcome.observation.virtualMs,
    },
    steps: steps.map((step, i) => ({ ...step, ...given("measured", recording.measured?.[i]) })),
    ...given("final", final),
    ...given("returns_to_go", returnOf(recording) === undefined ? undefined : returnsToGo(steps, final?.reward)),
    ...valuesOf(recording, steps, facts.reference),
    ...given(
      "turns",
      recording.reasons?.flatMap((content, i) =>
        content === ""
          ? []
          : [
              {
                turn_index: i,
                step_index: i,
                role: "assistant" as const,
                content,
                ...given("weight", recording.slips?.includes(i) ? (0 as const) : undefined),
              },
            ],
      ),
    ),
    ...given("requests", recording.requests?.map(recordRequest)),
    ...given("ending", ending && recordEnding(ending)),
    ...given("return", returnOf(recording)),
    components: totalComponents(recording),
    ...given("verdicts", recording.reward?.explanation),
    metrics: countActions(recording),
    digests: {
      events: digestJson([outcome.stateDigest, steps, final]),
      final_state: finalStateOf(recording),
      content: digestContent(recording, steps),
    },
  };
};

const readParams = (uri: string): Readonly<Record<string, readonly string[]>> => {
  const params = new URLSearchParams(uri.split("?")[1] ?? "");
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
};

const profileOf = (recording: EpisodeRecording): Trajectory["reward_profile"] => {
  const { profile = "", profileDigest = "" } = recording.reward?.report ?? recording.steps.at(-1)?.outcome.reward ?? {};
  const weights = Object.entries(totalComponents(recording)).map(([name, { weight }]) => [name, weight] as const);
  return { name: profile, digest: profileDigest, weights: Object.fromEntries(weights) };
};

const countActions = ({ steps, reset, workedMs, apiRequests }: EpisodeRecording): Readonly<Record<string, number>> => {
  const mutating = new Set(reset.outcome.tools.filter((tool) => tool.mutating).map((tool) => tool.name));
  const results = steps.flatMap(({ outcome }) => outcome.results);
  const actions = steps.flatMap(({ command }) => command.actions);
  return {
    steps: steps.length,
    invalid_actions: results.filter((result) => result.status === "INVALID").length,
    mutating_actions: actions.filter(({ body }, i) => body.kind === "tool" && mutating.has(body.name) && results[i]?.hadEffect !== false)
      .length,
    virtual_ms: steps.at(-1)?.outcome.observation.virtualMs ?? 0,
    ...given("worked_ms", workedMs),
    ...given("api_requests", apiRequests),
  };
};

/** Digest of what the agent was shown and did, what it said and earned: all that a learner reads. */
const digestContent = (recording: EpisodeRecording, steps: readonly RecordedStep[]): string =>
  digestJson([
    recording.reset.outcome.observation.views.map(({ digest }) => digest),
    steps.map(({ actions, results, observation, reward = null }) => [
      actions,
      results,
      observation.views.map(({ digest }) => digest),
      reward,
    ]),
    recording.reasons ?? [],
    returnOf(recording) ?? null,
    endingOf(recording)?.endReason ?? null,
  ]);

/** Values of states and advantages of steps; nothing where a state has no value. */
const valuesOf = (
  { stateValues }: EpisodeRecording,
  steps: readonly RecordedStep[],
  reference: Trajectory["reference"],
): Pick<Trajectory, "state_values" | "advantages" | "reference"> => {
  const values = stateValues?.flatMap((value) => (value === undefined ? [] : [round(value)])) ?? [];
  if (reference === undefined || values.length !== steps.length + 1 || steps.some(({ reward }) => reward === undefined)) return {};
  const advantages = steps.map(({ reward = 0 }, i) => round(reward + (values[i + 1] as number) - (values[i] as number)));
  return { state_values: values, advantages, reference };
};

/** Rewards from each step on. */
const returnsToGo = (steps: readonly RecordedStep[], final = 0): readonly number[] => {
  let sum = final;
  return steps
    .map(({ reward = 0 }) => reward)
    .reverse()
    .map((reward) => {
      sum += reward;
      return round(sum);
    })
    .reverse();
};

/** Rounds to 12 decimals, since sums of decimal fractions are off by 1e-16. */
const round = (value: number): number => Math.round(value * 1e12) / 1e12;

const recordRequest = ({ stepIndex, virtualMs, ...request }: AgentRequest): RecordedRequest => ({
  step_index: stepIndex,
  virtual_time_ms: virtualMs,
  ...request,
});

const recordStep = ({ command, outcome }: EpisodeRecording["steps"][number]): RecordedStep => ({
  index: outcome.stepIndex,
  ...given("views", command.views),
  actions: command.actions.map(recordAction),
  results: outcome.results.map(recordResult),
  observation: recordObservation(outcome.observation),
  ...given("reward", outcome.reward.reward),
  components: outcome.reward.components.map((part) => ({ name: part.name, ...recordComponent(part) })),
  ...given("ending", outcome.ending && recordEnding(outcome.ending)),
  state_digest: outcome.stateDigest,
  virtual_time_ms: outcome.observation.virtualMs,
});
