import {
  type Client,
  type Action as ClientAction,
  type Episode,
  KubedrillError,
  type Limits,
  type ResetOptions,
  type StepOptions,
  type StepResult,
} from "#clients/typescript/index.ts";
import { type Members, writeMembers } from "#clients/typescript/write-members.ts";
import type {
  Action,
  ActionResult,
  Ending,
  EpisodeHost,
  EpisodeLimits,
  EpisodeOptions,
  Observation,
  RewardComponent,
  RewardReport,
  StepOutcome,
  TaskInfo,
} from "#env/host/episode-protocol.ts";
import { dropMissing } from "#env/server/grpc/drop-missing.ts";

/** A host on a server. */
export interface RemoteHost extends EpisodeHost {
  /** Tells the id that an episode has on the server. */
  serverIdOf(episodeId: string): string;
}

/**
 * Plays episodes on a server, so that every command runs the same way here and there.
 *
 * What the wire leaves open is absent here, as in this process. The caller may know the tasks, so explanations come.
 * Missing `answer`: nobody tells answers to its episodes. Ids of commands are the same at every run, and a server takes each of its own once: there an episode gets a new one.
 */
export const createRemoteHost = (client: Client, answer?: EpisodeHost["answer"]): RemoteHost => {
  const episodes = new Map<string, Episode>();
  const find = (episodeId: string): Episode => {
    const episode = episodes.get(episodeId);
    if (episode === undefined)
      throw new KubedrillError(`episode ${episodeId} was not started here`, { code: "NOT_FOUND", reason: "EPISODE_UNKNOWN" });
    return episode;
  };
  return {
    reset: async ({ episodeId, taskUri, seed, ...options }) => {
      const episode = await client.reset({
        task: taskUri,
        seed: BigInt(seed),
        ...writeMembers("options", CLIENT_OPTIONS, options),
      });
      episodes.set(episodeId, episode);
      const { task, tools, limits, stateDigest, slotId } = episode.start;
      return {
        task: toTaskInfo(task),
        observation: toObservation(episode.observation),
        tools,
        limits: toLimits(limits),
        stateDigest,
        slotId,
      };
    },
    step: async (command) => {
      const options: StepOptions = command.views === undefined ? {} : { views: command.views };
      return toStepOutcome(await find(command.episodeId).step(command.actions.map(toClientAction), options));
    },
    observe: async ({ episodeId, views }) => {
      const episode = find(episodeId);
      const observation = toObservation(await episode.observe(views ?? []));
      return dropMissing({ observation, stateDigest: "", ending: toEnding(episode.ending) });
    },
    serverIdOf: (episodeId) => find(episodeId).id,
    reward: async ({ episodeId, finalize, explain }) => {
      const episode = find(episodeId);
      const { explanation, ...report } = await episode.reward({ finalize, explain });
      const ending = toEnding(episode.ending);
      return dropMissing({ report: toReport(report), final: ending !== undefined, ending, explanation });
    },
    fork: async ({ episodeId, childEpisodeIds, reseed }) => {
      const copies = await find(episodeId).fork(childEpisodeIds.length, reseed === undefined ? {} : { reseed: BigInt(reseed) });
      for (const [i, copy] of copies.entries()) episodes.set(childEpisodeIds[i] as string, copy);
      const children = copies.map(({ start: { stateDigest, slotId } }, i) => ({
        episodeId: childEpisodeIds[i] as string,
        slotId,
        stateDigest,
      }));
      return { children };
    },
    ...(answer && { answer: async ({ episodeId }) => await answer({ episodeId: find(episodeId).id }) }),
    close: async ({ episodeId }) => {
      await episodes.get(episodeId)?.close();
      episodes.delete(episodeId);
      return {};
    },
  };
};

/** Names of an episode's options in the client. */
const CLIENT_OPTIONS: Members<EpisodeOptions, ResetOptions> = {
  limits: ({ maxWallMs, ...limits }) => ({ limits: { ...limits, ...(maxWallMs == null ? {} : { maxWallMs }) } }),
  views: (views) => ({ views }),
  profile: (rewardProfile) => ({ rewardProfile }),
  weights: (rewardWeights) => ({ rewardWeights }),
  toolProfile: (toolProfile) => ({ toolProfile }),
  timeLimit: (timeLimit) => ({ timeLimit }),
  leadMs: (leadMs) => ({ leadMs }),
};

const toClientAction = ({ body, ...facts }: Action): ClientAction => {
  if (body.kind === "wait") return { ...facts, waitMs: body.ms };
  if (body.kind === "text") return { ...facts, rawText: body.text };
  return { ...facts, tool: body.name, arguments: body.argumentsJson };
};

const toStepOutcome = (result: StepResult): StepOutcome =>
  dropMissing({
    stepIndex: result.stepIndex,
    observation: toObservation(result.observation),
    results: result.results.map((one) => dropMissing(one) as ActionResult),
    reward: toReport(result.reward),
    ending: toEnding(result.ending),
    stateDigest: result.stateDigest,
  });

const toObservation = (observation: StepResult["observation"]): Observation => ({
  views: observation.views as Observation["views"],
  stepIndex: observation.stepIndex,
  virtualMs: observation.virtualMs,
  stepsLeft: observation.stepsLeft ?? Number.MAX_SAFE_INTEGER,
  virtualMsLeft: observation.virtualMsLeft ?? Number.MAX_SAFE_INTEGER,
});

/** Converts a reply about rewards into what a host returns. */
const toReport = (reward: StepResult["reward"]): RewardReport =>
  dropMissing({ ...reward, components: reward.components.map((component) => dropMissing(component) as RewardComponent) });

const toEnding = (ending: StepResult["ending"]): Ending | undefined => ending && (dropMissing(ending) as Ending);

/** Reads a task of a server as the catalogue lists it. */
export const toTaskInfo = ({ spoilers, ...task }: Episode["start"]["task"]): TaskInfo => ({
  ...task,
  ...spoilers,
  split: task.split as TaskInfo["split"],
  limits: toLimits(task.limits),
});

/** Unset limits of a server are written as "none" or as numbers that never bind. */
const toLimits = (limits: Limits): EpisodeLimits => ({
  maxSteps: limits.maxSteps ?? Number.MAX_SAFE_INTEGER,
  maxVirtualMs: limits.maxVirtualMs ?? Number.MAX_SAFE_INTEGER,
  maxWallMs: limits.maxWallMs ?? null,
  stepTimeoutMs: limits.stepTimeoutMs ?? Number.MAX_SAFE_INTEGER,
  maxStepTimeouts: limits.maxStepTimeouts ?? Number.MAX_SAFE_INTEGER,
  maxInvalidActions: limits.maxInvalidActions ?? Number.MAX_SAFE_INTEGER,
  maxObservationBytes: limits.maxObservationBytes ?? Number.MAX_SAFE_INTEGER,
  stepLatencyMs: limits.stepLatencyMs ?? 0,
});
