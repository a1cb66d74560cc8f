import { DrillError } from "#core/drill-error.ts";
import { answerOf } from "../catalogue/answer-of.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Library } from "../catalogue/library.ts";
import type { ActionFailure } from "../loop/attempt.ts";
import { endEpisode } from "../loop/end-episode.ts";
import { unscoredEnding, unscoredReport } from "../loop/end-reasons.ts";
import type { Episode } from "../loop/episode.ts";
import { firstLook } from "../loop/first-look.ts";
import type { IncidentCache } from "../loop/incident-cache.ts";
import { liveOf } from "../loop/live-of.ts";
import { playStep } from "../loop/play-step.ts";
import { prepareEpisode } from "../loop/prepare-incident.ts";
import { renderObservation } from "../loop/render-observation.ts";
import { serveKube } from "../loop/serve-kube.ts";
import { startEpisode } from "../loop/start-episode.ts";
import { strikeMeanwhile } from "../loop/strike-meanwhile.ts";
import { toldDraws } from "../loop/told-draws.ts";
import { toldTimelines } from "../loop/told-timelines.ts";
import { toolsWithinLimits } from "../loop/tools-within-limits.ts";
import { writeFirstMessage } from "../loop/write-first-message.ts";
import type {
  CloseOutcome,
  EpisodeHost,
  ForkCommand,
  ObserveOutcome,
  ResetCommand,
  ResetOutcome,
  RewardCommand,
  RewardOutcome,
  StepCommand,
} from "./episode-protocol.ts";

/** Parts of a host. */
export interface HostParts {
  readonly library: Library;
  readonly catalogue: Catalogue;
  readonly incidents: IncidentCache;
  /** Told of each action that failed by an exception and was undone. */
  readonly onActionFailed?: ((failure: ActionFailure) => void) | undefined;
}

/** Creates the host of the episodes in this thread. Failures of ours end the episode without a score and are thrown as DrillErrors. */
export const createEpisodeHost = ({ library, catalogue, incidents, onActionFailed }: HostParts): EpisodeHost => {
  const episodes = new Map<string, Episode>();
  const running = (episodeId: string): Episode => {
    const episode = episodes.get(episodeId);
    if (episode === undefined) throw new DrillError("EPISODE_UNKNOWN", `episode ${episodeId} is not here`);
    return episode;
  };
  const meanwhile = new Map<string, () => Promise<void>>();
  const goOn = ({ id, noise, slot, ending }: Episode): void => {
    if (ending === undefined) meanwhile.set(id, strikeMeanwhile(noise, slot));
  };
  const halt = async (episodeId: string): Promise<void> => await meanwhile.get(episodeId)?.();
  return {
    reset: async (command) => {
      const task = catalogue.taskOf(command.taskUri);
      const { leadMs } = command;
      const incident = await incidents.get(leadMs === undefined ? task : { ...task, leadMs }, command.seed);
      try {
        const instruction = await writeFirstMessage(incident);
        const slot = incident.slot.fork?.() ?? incident.slot;
        const episode = startEpisode(command, { incident, info: catalogue.infoOf(task), instruction, slot, onActionFailed }, library);
        const start = await describeStart(episode, command, library);
        await prepareEpisode(episode);
        episodes.set(episode.id, episode);
        goOn(episode);
        return start;
      } catch (cause) {
        incidents.giveBack(incident);
        throw cause;
      }
    },
    step: async (command) => {
      const episode = running(command.episodeId);
      if (episode.ending !== undefined)
        throw new DrillError("EPISODE_ENDED", `episode ${episode.id} ended with ${episode.ending.endReason}`, {
          metadata: { end_reason: episode.ending.endReason },
        });
      await halt(episode.id);
      try {
        return await guarded(episode, () => playStep(episode, command, library));
      } finally {
        goOn(episode);
      }
    },
    observe: async ({ episodeId, views }) => await observe(running(episodeId), views, library),
    reward: async (command) => {
      const episode = running(command.episodeId);
      if (command.finalize) await halt(episode.id);
      return await guarded(episode, () => reward(episode, command, library));
    },
    fork: async (command) => await fork(running(command.episodeId), command, episodes),
    answer: async ({ episodeId }) => answerOf(running(episodeId).incident),
    kube: async (command) => {
      const episode = running(command.episodeId);
      if (episode.ending !== undefined)
        throw new DrillError("EPISODE_ENDED", `episode ${episode.id} ended with ${episode.ending.endReason}`);
      return await serveKube(episode, command);
    },
    expect: async (plays) => {
      for (const { taskUri, seed } of plays) if (catalogue.find(taskUri) !== undefined) incidents.expect(catalogue.taskOf(taskUri), seed);
    },
    prepareNext: () => incidents.makeNext(),
    liveCluster: (episodeId) => liveOf(running(episodeId)),
    close: async ({ episodeId, endReason = "CLIENT_CLOSED" }): Promise<CloseOutcome> => {
      const episode = episodes.get(episodeId);
      if (episode === undefined) return {};
      episodes.delete(episodeId);
      await halt(episodeId);
      meanwhile.delete(episodeId);
      try {
        if (episode.ending === undefined) await endEpisode(episode, { endReason, malformedNow: 0 }, library);
      } finally {
        incidents.giveBack(episode.incident);
      }
      return episode.ending === undefined ? {} : { ending: episode.ending };
    },
  };
};

const describeStart = async (episode: Episode, command: ResetCommand, library: Library): Promise<ResetOutcome> => ({
  task: episode.task,
  ...(await firstLook(episode, library)),
  tools: toolsWithinLimits(
    library.toolsOf(command.toolProfile).map(({ spec }) => spec),
    episode.limits,
  ),
  limits: episode.limits,
  slotId: episode.slot.id,
});

/** Runs an operation; a failure in it ends the episode as ENV_ERROR or SLOT_LOST, without a reward. */
const guarded = async <T>(episode: Episode, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (cause) {
    const failure = DrillError.from(cause, { boundary: "step", fallback: "BUG" });
    if (failure.row.blame === "client") throw failure;
    episode.ending = { ...unscoredEnding(failure.code === "SLOT_LOST" ? "SLOT_LOST" : "ENV_ERROR"), failureReason: failure.what };
    throw failure;
  }
};

const observe = async (episode: Episode, views: StepCommand["views"], library: Library): Promise<ObserveOutcome> => ({
  observation: await renderObservation(episode, views ?? episode.views, library),
  stateDigest: await episode.slot.digest(),
  ...(episode.ending && { ending: episode.ending }),
});

const reward = async (
  episode: Episode,
  { finalize, explain, endReason = "AGENT_STOPPED" }: RewardCommand,
  library: Library,
): Promise<RewardOutcome> => {
  if (finalize && episode.ending === undefined) await endEpisode(episode, { endReason, malformedNow: 0 }, library);
  const isScored = episode.ending === undefined || episode.ending.sampleValid;
  return {
    report: isScored ? episode.ledger.total() : unscoredReport(episode),
    final: episode.ending !== undefined,
    ...(episode.ending && { ending: episode.ending }),
    ...(explain && {
      explanation: {
        truth: episode.incident.truth,
        checks: episode.checks,
        passed: episode.ledger.passed(),
        params: episode.incident.faults.map(({ injector, params }) => ({ fault: injector.id, params })),
        ...toldTimelines(episode.incident),
        drawn: toldDraws(episode.incident),
      },
    }),
  };
};

const fork = async (parent: Episode, { childEpisodeIds, reseed }: ForkCommand, episodes: Map<string, Episode>) => {
  if (parent.slot.fork === undefined) throw new DrillError("CAPABILITY_MISSING", `the ${parent.slot.backend} backend cannot fork`);
  const children = [];
  for (const id of childEpisodeIds) {
    const slot = parent.slot.fork(reseed);
    const child: Episode = {
      ...parent,
      id,
      slot,
      ledger: parent.ledger.fork(),
      noise: parent.noise.fork(reseed === undefined ? undefined : { seed: reseed, nowMs: slot.admin.clock.nowMs() }),
      judge: parent.judge.over(slot.admin),
      kubeStreams: undefined,
    };
    episodes.set(id, child);
    children.push({ episodeId: id, slotId: slot.id, stateDigest: await slot.digest() });
  }
  return { children };
};
