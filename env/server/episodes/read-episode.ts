import type { RewardCommand, RewardReport, ViewRequest } from "../../host/episode-protocol.ts";
import { checkSizes } from "./check-order.ts";
import { type EpisodeContext, endEpisode, findEpisode, overError, touch } from "./episode-context.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { LeaseReply, ObserveReply, RewardOrder, RewardReply } from "./episode-orders.ts";
import { failEpisode } from "./fail-episode.ts";
import { judgeEpisode } from "./judge-episode.ts";
import { settleKube } from "./record-kube.ts";
import { assertStarted } from "./reset-episode.ts";
import { retireEpisode } from "./retire-episode.ts";

/** Computes views; no time passes and nothing is scored. @throws DrillError UNKNOWN_VIEW, SLOT_LOST, … */
export const observeEpisode = (
  context: EpisodeContext,
  order: { readonly episodeId: string; readonly views?: readonly ViewRequest[] },
): Promise<ObserveReply> => {
  const entry = findEpisode(context, order.episodeId);
  if (order.views !== undefined) checkSizes(context.facts, order.views, entry);
  return inTurn(entry, async () => {
    assertStarted(entry);
    if (isLost(entry)) throw overError(entry.id, entry.ending);
    if (entry.isRetired) return lastSight(context, entry, order.views);
    try {
      return { ...(await context.host.observe(order)), leaseExpiresAtMs: touch(context, entry) };
    } catch (cause) {
      throw failEpisode(context, entry, cause);
    }
  });
};

/** Returns the sums of an episode's rewards; `finalize` ends and grades it. After a failure of ours there is no reward. */
export const rewardEpisode = async (context: EpisodeContext, { judge = false, ...command }: RewardOrder): Promise<RewardReply> => {
  const entry = findEpisode(context, command.episodeId);
  const reply = await inTurn(entry, () => readReward(context, entry, command));
  if (!judge) return reply;
  // Not in turn: a step that is sent again, or a close, must not wait for a model.
  const component = await judgeEpisode(context, entry);
  return { ...reply, report: { ...reply.report, components: [...reply.report.components, component] } };
};

/** The last observation of an episode whose world is gone. @throws DrillError EPISODE_ENDED for views that it does not have */
const lastSight = (context: EpisodeContext, entry: EpisodeEntry, asked: readonly ViewRequest[] | undefined): ObserveReply => {
  const { observation, stateDigest } = entry.lastReply ?? assertStarted(entry);
  const views = asked?.map(({ name }) => observation.views.find((view) => view.name === name)) ?? observation.views;
  const known = views.filter((view) => view !== undefined);
  if (known.length < views.length) throw overError(entry.id, entry.ending);
  return {
    observation: { ...observation, views: known },
    stateDigest,
    leaseExpiresAtMs: touch(context, entry),
    ...(entry.ending === undefined ? {} : { ending: entry.ending }),
  };
};

const readReward = async (context: EpisodeContext, entry: EpisodeEntry, order: RewardCommand): Promise<RewardReply> => {
  if (isLost(entry)) return lostReward(entry);
  assertStarted(entry);
  if (entry.isRetired) return readScore(entry, order);
  if (order.finalize) settleKube(context, entry);
  try {
    const { ending, report, ...rest } = await context.host.reward(order);
    if (ending !== undefined) {
      entry.returnSoFar = report.returnSoFar;
      await endEpisode(context, entry, ending);
      await retireEpisode(context, entry);
    }
    return { ...rest, report, ...(ending === undefined ? {} : { ending }) };
  } catch (cause) {
    const error = failEpisode(context, entry, cause);
    if (isLost(entry)) return lostReward(entry);
    throw error;
  }
};

const readScore = (entry: EpisodeEntry, { explain }: RewardCommand): RewardReply => {
  if (entry.score === undefined) return lostReward(entry);
  const { explanation, ...score } = entry.score;
  return explain ? { ...score, explanation } : score;
};

/** Ends an episode that used up its real or virtual time, or whose world is beyond repair; graded, since a policy can cause it. */
export const expireEpisode = (
  context: EpisodeContext,
  entry: EpisodeEntry,
  endReason: "WALL_CLOCK" | "VIRTUAL_TIME" | "UNRECOVERABLE",
): Promise<RewardReply> =>
  inTurn(entry, () => readReward(context, entry, { episodeId: entry.id, finalize: true, explain: false, endReason }));

const isLost = (entry: EpisodeEntry): boolean => entry.ending?.endReason === "SLOT_LOST" || entry.ending?.endReason === "ENV_ERROR";

const lostReward = (entry: EpisodeEntry): RewardReply => ({
  report: emptyReport(entry),
  final: true,
  ...(entry.ending === undefined ? {} : { ending: entry.ending }),
});

const emptyReport = (entry: EpisodeEntry): RewardReport => {
  const last = entry.lastReply?.reward;
  return {
    components: [],
    profile: last?.profile ?? entry.command.profile ?? "",
    profileDigest: last?.profileDigest ?? "",
  };
};

/** Renews many leases, not those of episodes that have ended, and returns the state of the episodes; an unknown id counts as closed. */
export const heartbeatEpisodes = (context: EpisodeContext, ids: readonly string[], leaseTtlMs?: number): readonly LeaseReply[] =>
  ids.map((episodeId) => {
    const entry = context.entries.get(episodeId);
    if (entry === undefined) {
      const ending = context.tombstones.get(episodeId)?.ending;
      return { episodeId, state: "CLOSED", ...(ending === undefined ? {} : { ending }) };
    }
    const lease =
      entry.ending === undefined ? context.leases.renew(episodeId, context.clock.nowMs(), leaseTtlMs) : context.leases.get(episodeId);
    return {
      episodeId,
      state: entry.state,
      ...(lease === undefined ? {} : { leaseExpiresAtMs: lease.expiresAtMs }),
      ...(entry.ending === undefined ? {} : { ending: entry.ending }),
    };
  });
