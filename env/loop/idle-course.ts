import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { EpisodeFacts } from "#rewards/reward.ts";
import { type DoNothing, doNothing } from "./do-nothing.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { LASTING_MS } from "./lasting-checks.ts";
import { withoutNoise } from "./without-noise.ts";

/** Returns the course of an episode's conditions when nobody acts; undefined where that cannot be observed. */
export const idleCourse = async (episode: Episode): Promise<EpisodeFacts["idle"]> => {
  const { incident } = episode;
  const quiet = (await doNothing(withoutNoise(incident)))?.course;
  const course = (await doNothing(incident, horizonOf(elapsedMs(episode))))?.course;
  if (quiet === undefined || course === undefined) return undefined;
  const changed = changedIn(quiet);
  return {
    steady: incident.checksAtStart.map(({ name }) => name).filter((name) => !changed.has(name)),
    disturbed: [...changedIn(course, recentFromMs(episode))],
  };
};

/** Times for which doing nothing is observed, ms: few, so that the episodes of an incident share them. */
const horizonOf = (elapsed: number): number => {
  let forMs = SLO_SPAN_MS;
  while (forMs < elapsed) forMs *= 2;
  return forMs;
};

/** Begin of the time whose changes can still show in what lasts: conditions are seen after steps alone, some of which are long. */
const recentFromMs = ({ slot, judgedAtMs }: Episode): number => {
  const seen = judgedAtMs.findLastIndex((atMs) => atMs <= slot.admin.clock.nowMs() - 2 * LASTING_MS);
  return judgedAtMs[seen - 1] ?? 0;
};

/** Names of the conditions that were not as at the start at some moment from that time on. */
const changedIn = (course: NonNullable<DoNothing["course"]>, fromMs = 0): ReadonlySet<string> => {
  const [start] = course;
  const recent = course.filter((_moment, i) => (course[i + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= fromMs);
  return new Set(recent.flatMap(({ checks }) => checks.filter(({ held }, i) => held !== start?.checks[i]?.held).map(({ name }) => name)));
};
