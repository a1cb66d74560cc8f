import type { CheckResult, Verdict } from "#core/verdict.ts";
import type { EpisodeFacts, Relations } from "#rewards/reward.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { truthDetails } from "./truth-details.ts";

/** What only the moment of scoring knows. */
export interface Moment {
  readonly before: readonly CheckResult[];
  /** Missing at the end, where the potential is 0. */
  readonly after?: readonly CheckResult[];
  readonly malformedNow: number;
  readonly relations: Relations;
  readonly mitigation?: Verdict;
  readonly traffic?: EpisodeFacts["traffic"];
  readonly damage?: EpisodeFacts["damage"];
  readonly persisting?: readonly string[];
  /** Virtual time used, when the grader has moved the clock on since. */
  readonly usedMs?: number;
}

/** Gathers the record of an episode for the rewards: plain data, nothing that could look at the world. */
export const factsOf = (episode: Episode, moment: Moment): EpisodeFacts => {
  const { incident, limits, profile } = episode;
  return {
    healthy: incident.truth.length === 0,
    ...(moment.mitigation && { mitigation: moment.mitigation }),
    violatedAtStart: incident.violatedAtStart,
    ...(moment.persisting && { persisting: moment.persisting }),
    truth: incident.truth,
    ...(episode.diagnosis && { diagnosis: episode.diagnosis, truthDetails: truthDetails(incident) }),
    relations: moment.relations,
    potential: { before: moment.before, ...(moment.after && { after: moment.after }), discount: profile.discount },
    ...(moment.traffic && { traffic: moment.traffic }),
    damage: moment.damage ?? [],
    steps: episode.stepIndex,
    maxSteps: limits.maxSteps,
    virtualMs: moment.usedMs ?? elapsedMs(episode),
    maxVirtualMs: limits.maxVirtualMs,
    malformed: { now: moment.malformedNow, before: episode.malformed - moment.malformedNow },
  };
};
