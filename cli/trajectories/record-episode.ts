import { digestJson } from "#core/digest.ts";
import type {
  Action,
  ActionResult,
  Ending,
  EpisodeHost,
  EpisodeLimits,
  Observation,
  ObservationView,
  ResetCommand,
  ResetOutcome,
  RewardComponent,
  RewardOutcome,
  StepCommand,
  StepOutcome,
} from "#env/host/episode-protocol.ts";
import type {
  BehaviourKind,
  Provenance,
  RecordedAction,
  RecordedComponent,
  RecordedEnding,
  RecordedObservation,
  RecordedResult,
  RecordedStep,
  RecordedView,
  Trajectory,
} from "./trajectory.ts";
import { TRAJECTORY_SCHEMA } from "./trajectory.ts";

/** Record of the calls between a player and the host of its episode. */
export interface EpisodeRecording {
  readonly reset: { readonly command: ResetCommand; readonly outcome: ResetOutcome };
  readonly steps: readonly { readonly command: StepCommand; readonly outcome: StepOutcome }[];
  /** The last reply to Reward; undefined if none was asked for. */
  readonly reward: RewardOutcome | undefined;
  /** Wall time from Reset to Close; missing: not measured. Not part of the trajectory. */
  readonly wallMs?: number;
}

/** Wraps a host so that all calls for one episode are recorded; `recording` returns the record once the episode has begun. */
export const recordEpisode = (host: EpisodeHost): { readonly host: EpisodeHost; recording(): EpisodeRecording | undefined } => {
  let reset: EpisodeRecording["reset"] | undefined;
  let reward: RewardOutcome | undefined;
  const steps: { readonly command: StepCommand; readonly outcome: StepOutcome }[] = [];
  return {
    recording: () => reset && { reset, steps, reward },
    host: {
      reset: async (command) => {
        const outcome = await host.reset(command);
        reset = { command, outcome };
        return outcome;
      },
      step: async (command) => {
        const outcome = await host.step(command);
        steps.push({ command, outcome });
        return outcome;
      },
      reward: async (command) => {
        reward = await host.reward(command);
        return reward;
      },
      observe: (command) => host.observe(command),
      fork: (command) => host.fork(command),
      close: (command) => host.close(command),
    },
  };
};

/** Facts of a trajectory that the record does not contain. */
export interface TrajectoryFacts {
  readonly trajectoryId: string;
  readonly groupId?: string;
  readonly provenance: Provenance;
  readonly behaviour: { readonly kind: BehaviourKind; readonly name: string };
}

/** Converts a record to a native trajectory; equal records and facts give equal bytes. */
export const toTrajectory = (recording: EpisodeRecording, facts: TrajectoryFacts): Trajectory => {
  const { command, outcome } = recording.reset;
  const { uri, publicId, digest, split, tags, difficulty, instruction } = outcome.task;
  const steps = recording.steps.map(recordStep);
  const report = recording.reward?.report;
  const ending = endingOf(recording);
  return {
    schema: TRAJECTORY_SCHEMA,
    trajectory_id: facts.trajectoryId,
    episode_id: command.episodeId,
    ...given("group_id", facts.groupId),
    task: { uri, public_id: publicId, digest, split, tags, difficulty, instruction },
    provenance: facts.provenance,
    seed: command.seed,
    options: {},
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
    steps,
    ...given("ending", ending && recordEnding(ending)),
    ...given("return", returnOf(recording)),
    components: report ? Object.fromEntries(report.components.map((part) => [part.name, recordComponent(part)])) : sumComponents(recording),
    ...given("verdicts", recording.reward?.explanation),
    metrics: countActions(recording),
    digests: { events: digestJson([outcome.stateDigest, steps]), final_state: finalStateOf(recording) },
  };
};

/** Ending of the recorded episode; undefined when it was left running. */
export const endingOf = (recording: EpisodeRecording): Ending | undefined =>
  recording.reward?.ending ?? recording.steps.at(-1)?.outcome.ending;

/** Sum of rewards; undefined when no valid score exists. */
export const returnOf = (recording: EpisodeRecording): number | undefined => {
  if (endingOf(recording)?.sampleValid === false) return undefined;
  return recording.reward ? recording.reward.report.reward : recording.steps.at(-1)?.outcome.reward.returnSoFar;
};

/** Digest of the world's state at the end of the record. */
export const finalStateOf = (recording: EpisodeRecording): string =>
  recording.steps.at(-1)?.outcome.stateDigest ?? recording.reset.outcome.stateDigest;

/** Sums the components over the steps, for an episode whose last reply had none. */
export const sumComponents = (recording: EpisodeRecording): Readonly<Record<string, RecordedComponent>> => {
  const sums = new Map<string, RecordedComponent>();
  for (const part of recording.steps.flatMap(({ outcome }) => outcome.reward.components)) {
    const { value, contribution } = sums.get(part.name) ?? {};
    const recorded = recordComponent(part);
    sums.set(part.name, {
      ...recorded,
      ...given("value", add(value, recorded.value)),
      ...given("contribution", add(contribution, recorded.contribution)),
    });
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const add = (a: number | undefined, b: number | undefined): number | undefined => (a === undefined ? b : b === undefined ? a : a + b);

const profileOf = ({ steps, reward }: EpisodeRecording): Trajectory["reward_profile"] => {
  const { profile = "", profileDigest = "" } = reward?.report ?? steps.at(-1)?.outcome.reward ?? {};
  return { name: profile, digest: profileDigest };
};

const countActions = ({ steps, reset }: EpisodeRecording): Readonly<Record<string, number>> => {
  const mutating = new Set(reset.outcome.tools.filter((tool) => tool.mutating).map((tool) => tool.name));
  const results = steps.flatMap(({ outcome }) => outcome.results);
  const actions = steps.flatMap(({ command }) => command.actions);
  return {
    steps: steps.length,
    invalid_actions: results.filter((result) => result.status === "INVALID").length,
    mutating_actions: actions.filter(({ body }, i) => body.kind === "tool" && mutating.has(body.name) && results[i]?.hadEffect !== false)
      .length,
    virtual_ms: steps.at(-1)?.outcome.observation.virtualMs ?? 0,
  };
};

const recordStep = ({ command, outcome }: EpisodeRecording["steps"][number]): RecordedStep => ({
  index: outcome.stepIndex,
  actions: command.actions.map(recordAction),
  results: outcome.results.map(recordResult),
  observation: recordObservation(outcome.observation),
  ...given("reward", outcome.reward.reward),
  components: outcome.reward.components.map((part) => ({ name: part.name, ...recordComponent(part) })),
  ...given("ending", outcome.ending && recordEnding(outcome.ending)),
  state_digest: outcome.stateDigest,
  virtual_time_ms: outcome.observation.virtualMs,
});

const recordAction = ({ callId, body, behaviorLogprob }: Action): RecordedAction => {
  const common = { ...given("call_id", callId), ...given("behavior_logprob", behaviorLogprob) };
  if (body.kind === "tool") return { ...common, kind: "tool", name: body.name, arguments_json: body.argumentsJson };
  return body.kind === "text" ? { ...common, kind: "text", text: body.text } : { ...common, kind: "wait", wait_ms: body.ms };
};

const recordResult = (result: ActionResult): RecordedResult => ({
  call_id: result.callId,
  status: result.status,
  content: result.content,
  ...given("error_code", result.errorCode),
  had_effect: result.hadEffect,
  truncated: result.truncated,
  virtual_cost_ms: result.virtualCostMs,
});

const recordObservation = ({ views }: Observation): RecordedObservation => ({ views: views.map(recordView) });

const recordView = (view: ObservationView): RecordedView => ({
  name: view.name,
  media_type: view.mediaType,
  [view.mediaType === "application/json" ? "json" : "text"]: view.body,
  truncated: view.truncated,
  original_bytes: view.originalBytes,
  digest: view.digest,
});

const recordComponent = ({ value, weight, contribution, status, kind }: RewardComponent): RecordedComponent => ({
  ...given("value", value),
  weight,
  ...given("contribution", contribution),
  status,
  kind,
});

const recordEnding = (ending: Ending): RecordedEnding => ({
  terminated: ending.terminated,
  truncated: ending.truncated,
  end_reason: ending.endReason,
  sample_valid: ending.sampleValid,
  ...given("success", ending.success),
  blame: ending.blame,
  ...given("failure_reason", ending.failureReason),
});

const recordLimits = (limits: EpisodeLimits): Readonly<Record<string, number>> => ({
  max_steps: limits.maxSteps,
  max_virtual_ms: limits.maxVirtualMs,
  ...given("max_wall_ms", limits.maxWallMs ?? undefined),
  step_timeout_ms: limits.stepTimeoutMs,
  max_step_timeouts: limits.maxStepTimeouts,
  max_invalid_actions: limits.maxInvalidActions,
  max_observation_bytes: limits.maxObservationBytes,
  step_latency_ms: limits.stepLatencyMs,
});

const given = <K extends string, V>(name: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: V };
