import type { ExpectedPlay } from "../../host/episode-protocol.ts";
import type { ChosenTask } from "./choose-task.ts";

/** Tells how soon an episode can have a slot, if others get theirs before: at once, when one is made or rolled back, or when another episode ends. */
export type VacancyOf = (play: ExpectedPlay, others: readonly ExpectedPlay[]) => "free" | "coming" | "none";

/**
 * Chooses by seeds that are drawn until one draws a variant of which a slot is free, else one of which a slot is on its way.
 *
 * The seed alone decides the episode, so that it is the same again wherever somebody names it: only which seed is drawn follows the slots.
 * @param choose draws a seed, and chooses by it
 */
export const chooseVacant = (choose: () => ChosenTask, vacancyOf: (play: ExpectedPlay) => ReturnType<VacancyOf>): ChosenTask => {
  const first = choose();
  let soonest: ChosenTask | undefined;
  for (let chosen = first, left = DRAWS_MAX - 1; ; chosen = choose(), left--) {
    const vacancy = vacancyOf({ taskUri: chosen.uri, seed: chosen.seed });
    if (vacancy === "free") return chosen;
    if (vacancy === "coming") soonest ??= chosen;
    if (left === 0) return soonest ?? first;
  }
};

/** Number of seeds that are drawn at most: where one form in four has a free slot, one of them misses in one of a hundred resets. */
const DRAWS_MAX = 16;
