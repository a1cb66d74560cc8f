import type { EpisodeOrder } from "../engine/engine.ts";
import { appAndProblemOf } from "../tasks/choose-tasks.ts";
import type { Suite } from "../tasks/suite.ts";

/** Names the files of what a program prints by the place of the episode in its suite and by its task. */
export const logNameOf = ({ episodes }: Suite): ((order: EpisodeOrder) => string) => {
  const places = new Map(episodes.map((episode, i) => [`${episode.task} ${episode.seed}`, { ...episode, place: i + 1 }]));
  return ({ taskUri, seed, sample = 0 }) => {
    const { name, place = 0 } = places.get(`${taskUri} ${seed}`) ?? {};
    const repeat = sample === 0 ? "" : `-repeat-${sample + 1}`;
    return `agent-${String(place).padStart(3, "0")}-${(name ?? appAndProblemOf(taskUri)).replaceAll(/[^\w.-]+/g, "-")}${repeat}.log`;
  };
};
