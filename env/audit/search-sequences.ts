import type { Rng } from "#core/rng.ts";

/** A sequence of blind actions with what it has earned so far. */
export interface Candidate {
  /** Ids of actions, in order. */
  readonly actions: readonly string[];
  readonly episodes: number;
  readonly total: number;
}

/** Inputs of a search. */
export interface SearchParts {
  /** Ids of the actions that sequences are made of. */
  readonly actions: readonly string[];
  /** Number of episodes to play. */
  readonly evaluations: number;
  readonly rng: Rng;
  /** Plays a sequence once. @param index number of the episode, which its task follows from @returns its return */
  readonly evaluate: (actions: readonly string[], index: number) => Promise<number>;
  /** Called after each episode. */
  readonly onEvaluated?: () => void;
}

/**
 * Searches sequences of actions by a steady-state evolutionary algorithm, for what a policy earns that never looks.
 *
 * Each step plays one episode: half of them another one of the best sequences, since one episode says little; the others
 * one of a new sequence, changed from the winner of a tournament.
 * @returns the sequences with enough episodes for a mean, best first
 */
export const searchSequences = async ({ actions, evaluations, rng, evaluate, onEvaluated }: SearchParts): Promise<readonly Candidate[]> => {
  let population: readonly Candidate[] = [];
  for (let index = 0; index < evaluations; index++) {
    const stream = rng.stream(`evaluation ${index}`);
    const chosen = chooseNext(population, actions, stream);
    const value = await evaluate(chosen.actions, index);
    onEvaluated?.();
    const played = { actions: chosen.actions, episodes: chosen.episodes + 1, total: chosen.total + value };
    population = keepBest([...population.filter((other) => keyOf(other) !== keyOf(chosen)), played]);
  }
  return population.filter(({ episodes }) => episodes >= EPISODES_MIN);
};

/** Number of sequences that live at a time. */
const POPULATION = 128;

/** Number of episodes below which a mean says nothing. */
const EPISODES_MIN = 8;

const ACTIONS_MAX = 6;

const TOURNAMENT = 4;

const chooseNext = (population: readonly Candidate[], actions: readonly string[], rng: Rng): Candidate => {
  if (population.length < POPULATION / 2) return fresh(drawSequence(actions, rng), population);
  if (rng.chance({ numerator: 1, denominator: 2 })) return tournament(population, rng);
  return fresh(change(tournament(population, rng).actions, actions, rng), population);
};

const fresh = (actions: readonly string[], population: readonly Candidate[]): Candidate =>
  population.find((candidate) => keyOf(candidate) === keyOf({ actions })) ?? { actions, episodes: 0, total: 0 };

const drawSequence = (actions: readonly string[], rng: Rng): readonly string[] =>
  Array.from({ length: rng.int(1, ACTIONS_MAX) }, () => rng.pick(actions));

const tournament = (population: readonly Candidate[], rng: Rng): Candidate =>
  Array.from({ length: TOURNAMENT }, () => rng.pick(population)).reduce((best, other) =>
    promiseOf(other) > promiseOf(best) ? other : best,
  );

const change = (sequence: readonly string[], actions: readonly string[], rng: Rng): readonly string[] => {
  const at = rng.int(0, sequence.length - 1);
  const kinds =
    sequence.length === 1
      ? ["replace", "insert"]
      : sequence.length === ACTIONS_MAX
        ? ["replace", "remove"]
        : ["replace", "insert", "remove"];
  const kind = rng.pick(kinds);
  if (kind === "remove") return sequence.toSpliced(at, 1);
  return sequence.toSpliced(at, kind === "replace" ? 1 : 0, rng.pick(actions));
};

const keepBest = (population: readonly Candidate[]): readonly Candidate[] =>
  [...population].sort((a, b) => promiseOf(b) - promiseOf(a)).slice(0, POPULATION);

/** Mean with a bonus for what was seldom played, so that luck is played again and bad luck gets a second chance. */
const promiseOf = ({ episodes, total }: Candidate): number => total / episodes + 0.3 / Math.sqrt(episodes);

const keyOf = ({ actions }: Pick<Candidate, "actions">): string => actions.join(" | ");

/** Mean return of a sequence. */
export const meanOf = ({ episodes, total }: Candidate): number => total / episodes;
