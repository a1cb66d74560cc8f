import type { Backend } from "#proto/gen/kubedrill/v1/Backend.ts";
import type { CloseResponse } from "#proto/gen/kubedrill/v1/CloseResponse.ts";
import type { Divergence as WireDivergence } from "#proto/gen/kubedrill/v1/Divergence.ts";
import type { Episode } from "#proto/gen/kubedrill/v1/Episode.ts";
import type { ForkChild } from "#proto/gen/kubedrill/v1/ForkChild.ts";
import type { LeaseState } from "#proto/gen/kubedrill/v1/LeaseState.ts";
import type { ObserveResponse } from "#proto/gen/kubedrill/v1/ObserveResponse.ts";
import type { ResetResponse } from "#proto/gen/kubedrill/v1/ResetResponse.ts";
import type { RewardResponse } from "#proto/gen/kubedrill/v1/RewardResponse.ts";
import type { StepResponse } from "#proto/gen/kubedrill/v1/StepResponse.ts";
import type { Task } from "#proto/gen/kubedrill/v1/Task.ts";
import type { ValidateReport } from "#proto/gen/kubedrill/v1/ValidateReport.ts";
import type { TaskInfo } from "../../host/episode-protocol.ts";
import type {
  CloseReply,
  Divergence,
  EpisodeInfo,
  ForkChildReply,
  LeaseReply,
  ObserveReply,
  ResetReply,
  RewardReply,
  StepReply,
  ValidateReply,
} from "../episodes/episode-orders.ts";
import { toDuration, toTimestamp } from "./load-proto.ts";
import { writeEnding, writeLimits, writeObservation, writeReport, writeResult, writeTool } from "./write-observation.ts";

/** Enum name of a backend. */
export const writeBackend = (name: string): Backend => `BACKEND_${name.toUpperCase()}` as Backend;

/** Renders a task as trainers see it. */
export const writeTask = (task: TaskInfo): Task => ({
  split: task.split,
  difficulty: task.difficulty,
  backends: task.backends.map(writeBackend),
  instruction: task.instruction,
  limits: writeLimits(task.limits),
  costClass: task.backends[0] === "sim" ? "fork" : task.backends[0] === "kind" ? "cluster" : "namespace",
  publicId: task.publicId,
  digest: task.digest,
  spoilers: { uri: task.uri, title: task.title, tags: [...task.tags] },
});

const writeEpisode = (info: EpisodeInfo): Episode => ({
  episodeId: info.episodeId,
  state: `EPISODE_STATE_${info.state}`,
  taskPublicId: info.taskPublicId,
  groupId: info.groupId ?? "",
  backend: writeBackend(info.backend),
  slotId: info.slotId ?? "",
  buildDigest: info.buildDigest,
  nextStepIndex: info.nextStepIndex,
  createdAt: toTimestamp(info.createdAtMs),
});

/** Renders the reply to a reset. */
export const writeReset = ({
  episode,
  task,
  effectiveSeed,
  leaseExpiresAtMs,
  replayed,
  queuePosition,
  started,
}: ResetReply): ResetResponse => ({
  episode: writeEpisode(episode),
  task: writeTask(task),
  effectiveSeed,
  leaseExpiresAt: toTimestamp(leaseExpiresAtMs),
  replayed,
  ...(queuePosition === undefined ? {} : { queuePosition }),
  ...(started === undefined
    ? {}
    : {
        observation: writeObservation(started.observation),
        tools: started.tools.map(writeTool),
        limits: writeLimits(started.limits),
        stateDigest: started.stateDigest,
      }),
});

/** Renders the reply to a step. */
export const writeStep = (reply: StepReply): StepResponse => ({
  episodeId: reply.episodeId,
  stepIndex: reply.stepIndex,
  observation: writeObservation(reply.observation),
  results: reply.results.map(writeResult),
  reward: writeReport(reply.reward),
  ending: writeEnding(reply.ending),
  stateDigest: reply.stateDigest,
  timing: { queue: toDuration(reply.timing.queueMs), exec: toDuration(reply.timing.execMs), total: toDuration(reply.timing.totalMs) },
  leaseExpiresAt: toTimestamp(reply.leaseExpiresAtMs),
  replayed: reply.replayed,
});

/** Renders the reply to an observe. */
export const writeObserve = ({ observation, stateDigest, leaseExpiresAtMs, ending }: ObserveReply): ObserveResponse => ({
  observation: writeObservation(observation),
  stateDigest,
  leaseExpiresAt: toTimestamp(leaseExpiresAtMs),
  ending: writeEnding(ending),
});

/** Renders the reply to a reward. */
export const writeReward = ({ report, ending, final, explanation }: RewardReply): RewardResponse => ({
  report: writeReport(report),
  ending: writeEnding(ending),
  final,
  ...(explanation === undefined ? {} : { explanationJson: JSON.stringify(explanation) }),
});

/** Renders the state of a lease. */
export const writeLease = ({ episodeId, state, leaseExpiresAtMs, ending }: LeaseReply): LeaseState => ({
  episodeId,
  state: `EPISODE_STATE_${state}`,
  leaseExpiresAt: leaseExpiresAtMs === undefined ? null : toTimestamp(leaseExpiresAtMs),
  ending: writeEnding(ending),
});

/** Renders the reply to a close. */
export const writeClose = ({ outcome, ending }: CloseReply): CloseResponse => ({
  outcome: `OUTCOME_${outcome}`,
  ending: writeEnding(ending),
});

/** Renders the copy of an episode. */
export const writeChild = ({ episode, stateDigest, method, replayedSteps, verified }: ForkChildReply): ForkChild => ({
  episode: writeEpisode(episode),
  stateDigest,
  method: `FORK_METHOD_${method}`,
  replayedSteps,
  verified,
});

/** Renders the result of a replay. */
export const writeReplay = ({ divergences, wallMs, errors, ...flags }: ValidateReply): ValidateReport => {
  const rendered = divergences.map(writeDivergence);
  return { ...flags, firstDivergence: rendered[0] ?? null, divergences: rendered, walltime: toDuration(wallMs), errors: [...errors] };
};

const writeDivergence = ({ virtualMs, ...divergence }: Divergence): WireDivergence => ({
  ...divergence,
  virtualTime: toDuration(virtualMs),
});
