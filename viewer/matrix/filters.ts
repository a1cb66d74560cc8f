import type { EpisodeRow, Run } from "../protocol.ts";

/** A condition that the reader can choose: its name in the address, its title, and the values that an episode has. */
interface Filter {
  readonly name: string;
  readonly title: string;
  readonly valuesOf: (episode: EpisodeRow, runs: readonly Run[]) => readonly string[];
}

/** Conditions on episodes; an episode fits if one of its values is the chosen one. */
export const FILTERS: readonly Filter[] = [
  { name: "run", title: "run", valuesOf: ({ run }, runs) => [runs[run]?.name ?? ""] },
  { name: "app", title: "application", valuesOf: ({ app }) => [app] },
  { name: "fault", title: "fault", valuesOf: ({ faults }) => (faults.length === 0 ? ["healthy"] : faults) },
  { name: "layer", title: "layer", valuesOf: ({ layers }) => layers },
  { name: "difficulty", title: "difficulty", valuesOf: ({ difficulty }) => (difficulty === undefined ? [] : [`${difficulty}`]) },
  { name: "split", title: "split", valuesOf: ({ split }) => (split === "" ? [] : [split]) },
  { name: "end", title: "end", valuesOf: ({ end }) => [end] },
  { name: "outcome", title: "outcome", valuesOf: (episode) => [outcomeOf(episode)] },
];

/** Success, failure, or no valid score. */
export const outcomeOf = ({ success, return: total }: EpisodeRow): string =>
  total === undefined ? "no score" : success === true ? "success" : "failure";

/** Episodes that fit all chosen values, and the words that were typed. */
export const filterEpisodes = (
  episodes: readonly EpisodeRow[],
  runs: readonly Run[],
  chosen: Readonly<Record<string, string>>,
): readonly EpisodeRow[] => {
  const words = (chosen["text"] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const active = FILTERS.filter(({ name }) => (chosen[name] ?? "") !== "");
  return episodes.filter(
    (episode) =>
      active.every(({ name, valuesOf }) => valuesOf(episode, runs).includes(chosen[name] as string)) &&
      words.every((word) => `${episode.task} ${episode.policy} ${episode.seed} ${episode.id ?? ""}`.toLowerCase().includes(word)),
  );
};

/** Values of a filter with the number of episodes that have them, sorted; fewer than two leave nothing to choose. */
export const choicesOf = (
  filter: Filter,
  episodes: readonly EpisodeRow[],
  runs: readonly Run[],
): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const episode of episodes) for (const value of filter.valuesOf(episode, runs)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
};
