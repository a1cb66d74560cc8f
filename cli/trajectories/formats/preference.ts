import type { Trajectory } from "../trajectory.ts";
import { MESSAGES, messagesOfStep, promptOf, toolsOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";
import { isValid, SPOILING_FACTS } from "./row-facts.ts";

/** Difference of returns from which one episode counts as better. */
const MARGIN_MIN = 0.1;

const PAIRS_PER_GROUP = 4;

/** Pairs of episodes of one task and seed, of which one earned more. */
export const preference: DatasetFormat = {
  name: "preference",
  title: "pairs of episodes of one task and seed, the better and the worse",
  spoils: SPOILING_FACTS,
  features: {
    prompt: MESSAGES,
    chosen: MESSAGES,
    rejected: MESSAGES,
    tools: "string",
    chosen_return: "float64",
    rejected_return: "float64",
    margin: "float64",
    pair_kind: "string",
    prefix_steps: "int64",
    group_id: "string",
    task_uri: "string",
    seed: "string",
    split: "string",
    chosen_policy: "string",
    rejected_policy: "string",
  },
  rows: (group) => pairsOf(group).map(({ better, worse, margin }) => toRow(better, worse, margin)),
};

interface PreferencePair {
  readonly better: Trajectory;
  readonly worse: Trajectory;
  readonly margin: number;
}

/** Pairs of a group, the clearest first. */
const pairsOf = (group: readonly Trajectory[]): readonly PreferencePair[] => {
  const valid = group.filter(isValid);
  const pairs = valid.flatMap((better) =>
    valid.flatMap((worse): readonly PreferencePair[] => {
      const margin = round((better.return ?? 0) - (worse.return ?? 0));
      const isSameStart = promptOf(better).content === promptOf(worse).content;
      return margin >= MARGIN_MIN && isSameStart ? [{ better, worse, margin }] : [];
    }),
  );
  return pairs.sort((a, b) => b.margin - a.margin || compare(keyOf(a), keyOf(b))).slice(0, PAIRS_PER_GROUP);
};

const toRow = (better: Trajectory, worse: Trajectory, margin: number) => ({
  prompt: [promptOf(better)],
  chosen: better.steps.flatMap((step) => messagesOfStep(better, step)),
  rejected: worse.steps.flatMap((step) => messagesOfStep(worse, step)),
  tools: toolsOf(better),
  chosen_return: better.return,
  rejected_return: worse.return,
  margin,
  pair_kind: "episode",
  prefix_steps: 0,
  group_id: better.group_id ?? better.trajectory_id,
  task_uri: better.task.uri,
  seed: better.seed,
  split: better.task.split,
  chosen_policy: better.behaviour.name,
  rejected_policy: worse.behaviour.name,
});

const keyOf = ({ better, worse }: PreferencePair): string => `${better.trajectory_id} ${worse.trajectory_id}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
