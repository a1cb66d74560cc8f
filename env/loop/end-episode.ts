import type { CheckResult, Verdict } from "#core/verdict.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { EpisodeFacts } from "#rewards/reward.ts";
import type { Library } from "../catalogue/library.ts";
import type { Ending, EndReason, RewardReport } from "../host/episode-protocol.ts";
import { damageOf } from "./damage.ts";
import { type DoNothing, doNothing } from "./do-nothing.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { factsOf } from "./facts.ts";
import { gradeMitigation } from "./grade-mitigation.ts";
import { skippedComponents } from "./skipped-components.ts";
import { type Stretch, trafficOfSpan } from "./span-traffic.ts";
import { throttleProbes } from "./throttle-probes.ts";

/** Cause and context of an end. */
export interface End {
  readonly endReason: EndReason;
  /** Conditions as judged before the last step. */
  readonly before: readonly CheckResult[];
  readonly malformedNow: number;
}

/** Ends an episode and grades it; the ending is stored in the record. Ends that the policy did not cause are not scored. */
export const endEpisode = async (episode: Episode, end: End, library: Library): Promise<RewardReport> => {
  // What the agent left open must not reach into what its repair is judged by.
  episode.slot.live?.close();
  const row = END_REASONS[end.endReason];
  if (!row.scored) return endUnscored(episode, end.endReason);
  const usedMs = elapsedMs(episode);
  episode.noise.stop();
  const isHealthy = episode.incident.truth.length === 0;
  const judge = episode.judge.over(throttleProbes(episode.slot.admin, PROBE_EVERY_MS));
  const graded = isHealthy ? undefined : await gradeMitigation(episode.incident, episode.slot, judge);
  const mitigation = graded?.verdict;
  const { ledger } = episode;
  const moment = {
    before: end.before,
    malformedNow: end.malformedNow,
    relations: library.relationsOf(episode.incident.place.app),
    usedMs,
    ...(mitigation && { mitigation }),
  };
  const damage = damageOf(episode.incident, episode.slot.audit());
  const nothing = graded && (await doNothing(episode.incident));
  const traffic = graded && nothing && (await trafficFacts(episode, nothing, graded.atRest));
  const { persisting } = nothing ?? {};
  if (mitigation?.kind !== "held") await episode.slot.confirm?.();
  const facts = factsOf(episode, { ...moment, damage, ...(persisting && { persisting }), ...(traffic && { traffic }) });
  const due = episode.isDiagnosisScored ? (["step", "end", "last"] as const) : (["step", "diagnosis", "end", "last"] as const);
  const report = ledger.book(due, facts, await skippedComponents(episode.incident));
  episode.isDiagnosisScored = true;
  const isInvalid = ledger.isInvalid();
  episode.ending = {
    terminated: row.terminated,
    truncated: !row.terminated,
    endReason: isInvalid ? "ORACLE_ERROR" : end.endReason,
    sampleValid: !isInvalid,
    ...(isInvalid ? {} : { success: isSuccess(mitigation, report) }),
    blame: isInvalid ? "INFRASTRUCTURE" : row.blame,
    ...(mitigation?.kind === "failed" && { failureReason: mitigation.reason }),
    ...(isInvalid && { terminated: false, truncated: true }),
  };
  return report;
};

/** Minimum interval of equal probes while a repair has to hold, ms. */
const PROBE_EVERY_MS = 3_000;

/** Meaning of each end reason. */
export const END_REASONS: Readonly<
  Record<EndReason, { readonly terminated: boolean; readonly scored: boolean; readonly blame: Ending["blame"] }>
> = {
  GOAL_REACHED: { terminated: true, scored: true, blame: "POLICY" },
  AGENT_SUBMITTED: { terminated: true, scored: true, blame: "POLICY" },
  AGENT_STOPPED: { terminated: true, scored: true, blame: "POLICY" },
  UNRECOVERABLE: { terminated: true, scored: true, blame: "POLICY" },
  SAFETY_STOP: { terminated: true, scored: true, blame: "POLICY" },
  MAX_STEPS: { terminated: false, scored: true, blame: "POLICY" },
  VIRTUAL_TIME: { terminated: false, scored: true, blame: "POLICY" },
  WALL_CLOCK: { terminated: false, scored: true, blame: "POLICY" },
  STEP_TIMEOUT: { terminated: false, scored: true, blame: "POLICY" },
  INVALID_ACTION_LIMIT: { terminated: false, scored: true, blame: "POLICY" },
  CLIENT_CLOSED: { terminated: false, scored: false, blame: "CLIENT" },
  LEASE_EXPIRED: { terminated: false, scored: false, blame: "CLIENT" },
  EVICTED: { terminated: false, scored: false, blame: "OPERATOR" },
  SERVER_DRAINED: { terminated: false, scored: false, blame: "OPERATOR" },
  ENV_ERROR: { terminated: false, scored: false, blame: "INFRASTRUCTURE" },
  SLOT_LOST: { terminated: false, scored: false, blame: "INFRASTRUCTURE" },
  ORACLE_ERROR: { terminated: false, scored: false, blame: "INFRASTRUCTURE" },
};

/** Report without a reward: no valid score exists, which is not the same as 0. */
export const unscoredReport = ({ profile }: Episode): RewardReport => ({
  components: [],
  profile: profile.name,
  profileDigest: "",
  discount: profile.discount,
});

/** Ending of an episode without a score. */
export const unscoredEnding = (endReason: EndReason): Ending => {
  const { terminated, blame } = END_REASONS[endReason];
  return { terminated, truncated: !terminated, endReason, sampleValid: false, blame };
};

const endUnscored = (episode: Episode, endReason: EndReason): RewardReport => {
  episode.ending = unscoredEnding(endReason);
  return unscoredReport(episode);
};

/** User-visible errors from the start over the fixed span, which includes time after the agent's end. */
const trafficFacts = async (episode: Episode, nothing: DoNothing, atRest: Stretch): Promise<NonNullable<EpisodeFacts["traffic"]>> => {
  const { requests, errors } = await trafficOfSpan(episode.slot, episode.incident.startMs, atRest);
  return { requests, errors, errorsOfDoingNothing: nothing.errors, errorsOfNoFault: episode.incident.errorRateBefore * SLO_SPAN_MS };
};

/** True if the fault is repaired; in a healthy episode, if the agent said that nothing is wrong. */
const isSuccess = (mitigation: Verdict | undefined, report: RewardReport): boolean =>
  mitigation === undefined ? report.components.some(({ name, value }) => name === "diagnosis" && value === 1) : mitigation.kind === "held";
