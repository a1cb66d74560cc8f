import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import { isBearable } from "#rewards/bearable-damage.ts";
import type { Reward, TrafficFacts } from "#rewards/reward.ts";
import type { Library } from "../catalogue/library.ts";
import type { EndReason, RewardReport } from "../host/episode-protocol.ts";
import { type Damage, damageOf } from "./damage.ts";
import { doNothing } from "./do-nothing.ts";
import { cutShortEnding, END_REASONS, isCutShort, unscoredEnding, unscoredReport } from "./end-reasons.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { factsOf, type Moment } from "./facts.ts";
import { type Graded, gradeMitigation } from "./grade-mitigation.ts";
import { idleCourse } from "./idle-course.ts";
import type { NoiseSchedule } from "./noise-schedule.ts";
import { skippedComponents } from "./skipped-components.ts";
import { trafficOfSpan } from "./span-traffic.ts";
import { throttleProbes } from "./throttle-probes.ts";
import { withoutNoise } from "./without-noise.ts";
import { isBroughtAbout, WORK_UNITS, withWork } from "./work-of-episode.ts";

/** Cause and context of an end. */
export interface End {
  readonly endReason: EndReason;
  readonly malformedNow: number;
}

/**
 * Ends an episode and grades it; the ending is stored in the record. Ends that the policy did not cause are not scored,
 * nor are time limits if the episode asked for that.
 */
export const endEpisode = async (episode: Episode, end: End, library: Library): Promise<RewardReport> => {
  // What the agent left open must not reach into what its repair is judged by.
  episode.slot.live?.close();
  const { endReason } = end;
  if (!END_REASONS[endReason].graded) return endUnscored(episode, endReason);
  if (isCutShort(episode, endReason)) {
    episode.ending = cutShortEnding(endReason);
    return episode.ledger.total();
  }
  const usedMs = elapsedMs(episode);
  const damage = await damageOf(episode.incident, episode.slot);
  const judged: Judged = needsGrade(episode) ? await withWork(episode.slot, WORK_UNITS.grading, () => judgeWorld(episode, usedMs)) : {};
  const { mitigation: verdict } = judged;
  if (verdict !== undefined && verdict.kind !== "failed") episode.checks = verdict.checks;
  const { ledger } = episode;
  const facts = factsOf(episode, {
    malformedNow: end.malformedNow,
    relations: library.relationsOf(episode.incident.place.app),
    usedMs,
    damage,
    ...judged,
  });
  const report = ledger.book(dueAtEnd(episode), facts, await skippedComponents(episode));
  episode.isDiagnosisScored = true;
  episode.ending = gradedEnding(episode, endReason, judged, damage);
  return report;
};

const endUnscored = (episode: Episode, endReason: EndReason): RewardReport => {
  episode.ending = unscoredEnding(endReason);
  return unscoredReport(episode);
};

/** True if a component with weight depends on the state of the world. */
const needsGrade = ({ ledger: { base } }: Episode): boolean => (base["mitigation"] ?? 0) > 0 || (base["slo"] ?? 0) > 0;

const dueAtEnd = ({ isDiagnosisScored }: Episode): readonly Reward["at"][] =>
  isDiagnosisScored ? ["step", "end", "last"] : ["step", "diagnosis", "end", "last"];

type Judged = Pick<Moment, "mitigation" | "traffic" | "idle">;

/** Grades the world at the agent's end, and counts what users saw of it where that counts. */
const judgeWorld = async (episode: Episode, usedMs: number): Promise<Judged> => {
  const { incident, slot, ledger, noise } = episode;
  // The grader measures without noise; users have it to the end of the span, as they would by doing nothing.
  const noisy = incident.noise.length === 0 || slot.fork === undefined ? undefined : { slot: slot.fork(), noise: noise.fork() };
  await noise.stop(slot.admin);
  // What struck last may not show yet, and takes its time to recover.
  if (incident.noise.length > 0) await drainNoise(slot);
  const judge = episode.judge.over(throttleProbes(slot.admin, PROBE_EVERY_MS));
  const graded = await gradeMitigation(incident, slot, judge);
  if (graded.verdict.kind !== "held") await slot.confirm?.();
  const hasSlo = (ledger.base["slo"] ?? 0) > 0;
  const traffic = hasSlo ? await countTraffic(episode, usedMs, graded, noisy) : undefined;
  const idle = graded.verdict.kind === "violated" ? await idleCourse(episode) : undefined;
  return { mitigation: graded.verdict, ...(traffic && { traffic }), ...(idle && { idle }) };
};

/** Lets the cluster recover from noise; one that has run wild is judged as it is. */
const drainNoise = async ({ admin }: Slot): Promise<void> => {
  try {
    await admin.clock.sleep(NOISE_DRAIN_MS);
  } catch (cause) {
    if (!isBroughtAbout(cause)) throw cause;
  }
};

/** Time for the cluster to recover from noise before the grader measures, ms. */
const NOISE_DRAIN_MS = 60_000;

/** Minimum interval of equal probes while a repair has to hold, ms. */
const PROBE_EVERY_MS = 3_000;

/** User-visible errors from the start over the fixed span, or until the agent's end if that is later. */
const countTraffic = async (
  { incident, slot }: Episode,
  usedMs: number,
  { atRest }: Graded,
  noisy: { readonly slot: Slot; readonly noise: NoiseSchedule } | undefined,
): Promise<TrafficFacts | undefined> => {
  const countedMs = Math.max(SLO_SPAN_MS, usedMs);
  const quiet = withoutNoise(incident);
  const [ofSpan, nothing] = [await doNothing(incident), await doNothing(incident, countedMs)];
  const [ofFault, quietNothing] = [await doNothing(quiet), await doNothing(quiet, countedMs)];
  if (ofSpan === undefined || nothing === undefined || ofFault === undefined || quietNothing === undefined) return undefined;
  const span = { fromMs: incident.startMs, toMs: incident.startMs + countedMs };
  const { requests, errors } = await trafficOfSpan(noisy?.slot ?? slot, span, atRest, noisy?.noise);
  return {
    spanMs: SLO_SPAN_MS,
    countedMs,
    requests,
    errors,
    errorsOfDoingNothing: nothing.errors,
    ofSpan: { requests: ofSpan.requests, errors: ofSpan.errors },
    errorsOfFault: ofFault.errors,
    errorsOfLaterNoise: Math.max(0, nothing.errors - ofSpan.errors - (quietNothing.errors - ofFault.errors)),
    errorRateOfNoFault: incident.errorRateBefore,
  };
};

const gradedEnding = (
  { ledger }: Episode,
  endReason: EndReason,
  { mitigation }: Judged,
  damage: readonly Damage[],
): NonNullable<Episode["ending"]> => {
  const failure = mitigation?.kind === "failed" ? { failureReason: mitigation.reason } : {};
  if (ledger.isInvalid()) return { ...unscoredEnding("ORACLE_ERROR"), ...failure };
  const isPassed = ledger.isPassed();
  const { blame } = END_REASONS[endReason];
  return {
    terminated: true,
    truncated: false,
    endReason,
    sampleValid: true,
    ...(isPassed === undefined ? {} : { success: isPassed && isBearable(damage) }),
    blame,
    ...failure,
  };
};
