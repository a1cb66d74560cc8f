import type { RewardCommand, RewardReport, ViewRequest } from "../../host/episode-protocol.ts";
import { checkViews } from "./check-order.ts";
import { type EpisodeDesk, endEpisode, failEpisode, findEpisode, overError, touch } from "./episode-desk.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { LeaseReply, ObserveReply, RewardReply } from "./episode-orders.ts";
import { settleKube } from "./record-kube.ts";
import { assertStarted } from "./reset-episode.ts";

/** Computes views; no time passes and nothing is scored. @throws DrillError UNKNOWN_VIEW, SLOT_LOST, … */
export const observeEpisode = (
  desk: EpisodeDesk,
  order: { readonly episodeId: string; readonly views?: readonly ViewRequest[] },
): Promise<ObserveReply> => {
  const entry = findEpisode(desk, order.episodeId);
  if (order.views !== undefined) checkViews(desk.facts, order.views);
  return inTurn(entry, async () => {
    assertStarted(entry);
    if (isLost(entry)) throw overError(entry.id, entry.ending);
    try {
      return { ...(await desk.host.observe(order)), leaseExpiresAtMs: touch(desk, entry) };
    } catch (cause) {
      throw failEpisode(desk, entry, cause);
    }
  });
};

/** Returns the sums of an episode's rewards; `finalize` ends and grades it. After a failure of ours there is no reward. */
export const rewardEpisode = (desk: EpisodeDesk, order: RewardCommand): Promise<RewardReply> => {
  const entry = findEpisode(desk, order.episodeId);
  return inTurn(entry, () => readReward(desk, entry, order));
};

const readReward = async (desk: EpisodeDesk, entry: EpisodeEntry, order: RewardCommand): Promise<RewardReply> => {
  if (isLost(entry)) return lostReward(entry);
  assertStarted(entry);
  if (order.finalize) settleKube(desk, entry);
  try {
    const { ending, report, ...rest } = await desk.host.reward(order);
    if (ending !== undefined) {
      entry.returnSoFar = report.returnSoFar;
      await endEpisode(desk, entry, ending);
    }
    return { ...rest, report, ...(ending === undefined ? {} : { ending }) };
  } catch (cause) {
    const error = failEpisode(desk, entry, cause);
    if (isLost(entry)) return lostReward(entry);
    throw error;
  }
};

/** Ends an episode that used up its real or virtual time; graded, since a policy can cause it. */
export const expireEpisode = (desk: EpisodeDesk, entry: EpisodeEntry, endReason: "WALL_CLOCK" | "VIRTUAL_TIME"): Promise<RewardReply> =>
  inTurn(entry, () => readReward(desk, entry, { episodeId: entry.id, finalize: true, explain: false, endReason }));

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
    discount: last?.discount ?? 1,
  };
};

/** Renews many leases and returns the state of the episodes; an unknown id counts as closed. */
export const heartbeatEpisodes = (desk: EpisodeDesk, ids: readonly string[], leaseTtlMs?: number): readonly LeaseReply[] =>
  ids.map((episodeId) => {
    const entry = desk.entries.get(episodeId);
    if (entry === undefined) {
      const ending = desk.tombstones.get(episodeId)?.ending;
      return { episodeId, state: "CLOSED", ...(ending === undefined ? {} : { ending }) };
    }
    const lease = desk.leases.renew(episodeId, desk.clock.nowMs(), leaseTtlMs);
    return {
      episodeId,
      state: entry.state,
      ...(lease === undefined ? {} : { leaseExpiresAtMs: lease.expiresAtMs }),
      ...(entry.ending === undefined ? {} : { ending: entry.ending }),
    };
  });
