import { meanOf } from "../parts/numbers.ts";
import type { EpisodeRow, Run } from "../protocol.ts";

/** A row of the matrix: one task, and its episodes by column. */
export interface MatrixRow {
  readonly key: string;
  readonly task: string;
  /** Policy whose seeds the columns are; missing: the columns are policies. */
  readonly policy?: string;
  readonly difficulty?: number;
  readonly cells: ReadonlyMap<string, readonly EpisodeRow[]>;
  readonly mean?: number;
  /** Distance of the best cell's mean return from the worst's. */
  readonly spread: number;
}

export interface Matrix {
  readonly columns: readonly string[];
  readonly rows: readonly MatrixRow[];
}

export const COLUMNS = ["policies", "seeds"] as const;
export const ORDERS = ["disagreement", "task", "worst", "best", "difficulty"] as const;

export interface MatrixChoice {
  readonly columns: (typeof COLUMNS)[number];
  readonly order: (typeof ORDERS)[number];
}

/** Arranges episodes: a row for each task and a column for each policy, or a row for each task and policy and a column for each seed. */
export const buildMatrix = (episodes: readonly EpisodeRow[], runs: readonly Run[], { columns, order }: MatrixChoice): Matrix => {
  const policyOf = policyNames(episodes, runs);
  const seedOf = seedNames(episodes);
  const [nameOf, keyOf]: readonly NameColumn[] =
    columns === "seeds" ? [seedOf, (one) => `${one.task} ${policyOf(one)}`] : [policyOf, ({ task }) => task];
  const rows = [...Map.groupBy(episodes, keyOf!)].map(([key, own]) => ({
    ...toRow(key, own, nameOf!),
    ...(columns === "seeds" && { policy: policyOf(own[0]!) }),
  }));
  const names = new Set(episodes.map(nameOf!));
  return { columns: columns === "seeds" ? sortSeeds(names) : [...names], rows: rows.sort(ORDERING[order]) };
};

type NameColumn = (episode: EpisodeRow) => string;

/** Policies; one that played in several of the runs that are shown is another in each. */
const policyNames = (episodes: readonly EpisodeRow[], runs: readonly Run[]): NameColumn => {
  const runsOf = new Map<string, Set<number>>();
  for (const { policy, run } of episodes) runsOf.set(policy, (runsOf.get(policy) ?? new Set()).add(run));
  return ({ policy, run }) => ((runsOf.get(policy)?.size ?? 0) < 2 ? policy : `${policy} · ${lastPart(runs[run]?.name ?? "")}`);
};

const lastPart = (path: string): string => path.replace(/\/+$/, "").split("/").at(-1) ?? path;

/** Seeds of a task, counted in their order: tasks have no seeds in common, as a rule. */
const seedNames = (episodes: readonly EpisodeRow[]): NameColumn => {
  const numbers = new Map<string, ReadonlyMap<string, number>>();
  for (const [task, own] of Map.groupBy(episodes, (one) => one.task))
    numbers.set(task, new Map([...new Set(own.map(({ seed }) => seed))].map((seed, i) => [seed, i + 1])));
  return ({ task, seed }) => `seed ${numbers.get(task)?.get(seed)}`;
};

const sortSeeds = (names: ReadonlySet<string>): readonly string[] =>
  [...names].sort((a, b) => Number(a.slice("seed ".length)) - Number(b.slice("seed ".length)));

const toRow = (key: string, episodes: readonly EpisodeRow[], nameOf: NameColumn): MatrixRow => {
  const cells = Map.groupBy(episodes, nameOf);
  const means = [...cells.values()].flatMap((own) => meanReturn(own) ?? []);
  const mean = meanReturn(episodes);
  const { difficulty, task = "" } = episodes[0] ?? {};
  return {
    key,
    task,
    cells,
    ...(difficulty !== undefined && { difficulty }),
    ...(mean !== undefined && { mean }),
    spread: means.length < 2 ? spreadOf(episodes) : Math.max(...means) - Math.min(...means),
  };
};

/** Distance of returns in a single column. */
const spreadOf = (episodes: readonly EpisodeRow[]): number => {
  const returns = episodes.flatMap((one) => one.return ?? []);
  return returns.length < 2 ? 0 : Math.max(...returns) - Math.min(...returns);
};

/** Mean return of the episodes that have a valid score. */
export const meanReturn = (episodes: readonly EpisodeRow[]): number | undefined => meanOf(episodes.flatMap((one) => one.return ?? []));

type Compare = (a: MatrixRow, b: MatrixRow) => number;

const byTask: Compare = (a, b) => (a.key < b.key ? -1 : 1);

const ORDERING: Readonly<Record<MatrixChoice["order"], Compare>> = {
  disagreement: (a, b) => b.spread - a.spread || byTask(a, b),
  task: byTask,
  worst: (a, b) => (a.mean ?? 2) - (b.mean ?? 2) || byTask(a, b),
  best: (a, b) => (b.mean ?? -2) - (a.mean ?? -2) || byTask(a, b),
  difficulty: (a, b) => (b.difficulty ?? 0) - (a.difficulty ?? 0) || byTask(a, b),
};
