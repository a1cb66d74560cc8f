import { isNoticeable, NOTICEABLE_SHARE } from "../noticeable.ts";
import { defineReward, type EpisodeFacts, type Score, type TrafficFacts } from "../reward.ts";

/**
 * Share of the user-visible errors saved against doing nothing, under the same noise; negative when users were worse off.
 *
 * Errors are counted over a fixed span from the start, or until the agent's end if that is later. Of a repaired world
 * they are compared with those of doing nothing over the span alone: with a steady fault a repair after t ms is worth
 * 1 − t / span, so that a quick end costs nothing, dawdling earns nothing, and an outage that outlasts the span goes on
 * costing, down to −1. Without a repair they are compared over the same time, so that doing nothing is worth 0. What
 * noise costs is neither saved nor charged.
 *
 * Nothing is paid if something was lost. In a healthy episode it can only take away: all of it if a tenth of the
 * requests of the span failed because of the agent.
 */
export default defineReward({
  name: "slo",
  kind: "TERMINAL",
  at: "end",
  range: [-1, 1],
  score: (facts) => {
    const { healthy, traffic } = facts;
    if (traffic === undefined) return { kind: "skipped", detail: "no count of user requests" };
    if (healthy) return scored(-lostShare(traffic), describe(traffic));
    const { ofSpan, errorsOfFault, spanMs, errorRateOfNoFault } = traffic;
    const avoidable = errorsOfFault - errorRateOfNoFault * spanMs;
    if (!isNoticeable(avoidable, ofSpan.requests)) return { kind: "skipped", detail: describeUnnoticed(avoidable, ofSpan.requests) };
    const saved = isRepaired(facts) ? savedByRepair(traffic, avoidable) : savedWithoutRepair(traffic);
    return hasLost(facts) && saved > 0
      ? scored(0, `${describe(traffic)}; nothing is paid for that, since something was lost`)
      : scored(saved, describe(traffic));
  },
});

const scored = (value: number, detail: string): Score => ({
  kind: "scored",
  value: value === 0 ? 0 : Math.max(-1, Math.min(1, value)),
  detail,
});

const describe = ({ requests, errors, errorsOfDoingNothing }: TrafficFacts): string =>
  `${Math.round(errors)} of ${Math.round(requests)} users' requests failed; without the agent ${Math.round(errorsOfDoingNothing)} would have`;

/** Says what the fault costs users, which is less than counts; what else fails, as in any cluster, is not its doing. */
const describeUnnoticed = (avoidable: number, requests: number): string =>
  `does not apply: because of the fault ${percent(requests === 0 ? 0 : Math.max(0, avoidable) / requests)} of users' requests fail, which is below ${percent(NOTICEABLE_SHARE)}`;

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

const isRepaired = ({ mitigation }: EpisodeFacts): boolean => mitigation?.kind === "held";

const hasLost = ({ mitigation }: EpisodeFacts): boolean =>
  mitigation?.kind === "violated" && mitigation.checks.some(({ group, held }) => group === "nothing-lost" && !held);

const savedByRepair = (
  { ofSpan, errors, errorsOfLaterNoise, errorRateOfNoFault, countedMs, spanMs }: TrafficFacts,
  avoidable: number,
): number => (ofSpan.errors + errorRateOfNoFault * (countedMs - spanMs) + errorsOfLaterNoise - errors) / avoidable;

const savedWithoutRepair = ({ errors, errorsOfDoingNothing, errorRateOfNoFault, countedMs }: TrafficFacts): number => {
  const avoidable = errorsOfDoingNothing - errorRateOfNoFault * countedMs;
  return avoidable <= 0 ? 0 : (errorsOfDoingNothing - errors) / avoidable;
};

const lostShare = ({ errors, errorsOfDoingNothing, ofSpan }: TrafficFacts): number => {
  const lost = errors - errorsOfDoingNothing;
  return isNoticeable(lost, ofSpan.requests) ? Math.max(0, lost) / (OUTAGE_SHARE * ofSpan.requests) : 0;
};

/** Share of a span's requests whose failure takes away the whole component in a healthy episode. */
const OUTAGE_SHARE = 0.1;
