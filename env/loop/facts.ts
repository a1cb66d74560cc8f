import type { Verdict } from "#core/verdict.ts";
import type { EpisodeFacts, Relations } from "#rewards/reward.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { truthDetails } from "./truth-details.ts";

/** Facts that are only known at the time of scoring. */
export interface Moment {
  readonly malformedNow: number;
  readonly relations: Relations;
  readonly mitigation?: Verdict;
  readonly traffic?: EpisodeFacts["traffic"];
  readonly damage?: EpisodeFacts["damage"];
  readonly idle?: EpisodeFacts["idle"];
  /** Virtual time used, ms; missing: until now. Given if the grader has advanced the clock since. */
  readonly usedMs?: number;
}

/** Collects the facts of an episode for the rewards: plain data, without access to the world. */
export const factsOf = (episode: Episode, moment: Moment): EpisodeFacts => {
  const { incident, limits } = episode;
  return {
    healthy: incident.truth.length === 0,
    ...(moment.mitigation && { mitigation: moment.mitigation }),
    violatedAtStart: incident.violatedAtStart,
    ...(moment.idle && { idle: moment.idle }),
    truth: incident.truth,
    ...(episode.diagnosis && { diagnosis: episode.diagnosis, truthDetails: truthDetails(incident) }),
    relations: moment.relations,
    lasting: episode.lasting.checks,
    ...(moment.traffic && { traffic: moment.traffic }),
    damage: moment.damage ?? [],
    actions: episode.actionsDone,
    maxSteps: limits.maxSteps,
    virtualMs: moment.usedMs ?? elapsedMs(episode),
    maxVirtualMs: limits.maxVirtualMs,
    malformed: { now: moment.malformedNow, before: episode.malformed - moment.malformedNow },
  };
};
