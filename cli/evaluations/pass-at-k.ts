import { type EvalResult, taskKeyOf, validOf } from "./eval-result.ts";
import { type Estimate, wilsonOfGroups } from "./statistics.ts";

/** Chances of an agent that gets several attempts at each task, with intervals of 95 % over tasks. */
export interface PassAtK {
  readonly k: number;
  /** Tasks with so many valid episodes. */
  readonly tasks: number;
  /** pass@k: chance that at least one of k attempts succeeds. */
  readonly some: Estimate;
  /** pass^k: chance that all of k attempts succeed. */
  readonly all: Estimate;
}

/** Estimates pass@k and pass^k for each k from 1 to the most episodes of one task; none if each task has one. */
export const passAtK = (results: readonly EvalResult[]): readonly PassAtK[] => {
  const tasks = [...Map.groupBy(validOf(results), taskKeyOf).values()].map((of) => ({
    n: of.length,
    c: of.filter(({ success }) => success === true).length,
  }));
  const most = Math.max(0, ...tasks.map(({ n }) => n));
  if (most < 2) return [];
  return Array.from({ length: most }, (_, i) => {
    const k = i + 1;
    const known = tasks.filter(({ n }) => n >= k);
    return {
      k,
      tasks: known.length,
      some: chanceOf(known.map(({ n, c }) => 1 - drawAll(n - c, n, k))),
      all: chanceOf(known.map(({ n, c }) => drawAll(c, n, k))),
    };
  });
};

const chanceOf = (chances: readonly number[]): Estimate => wilsonOfGroups(chances, chances.length);

/** Chance that k of n episodes, drawn without putting back, are all of some m of them: C(m, k) / C(n, k), which is unbiased (Chen et al., 2021). */
const drawAll = (m: number, n: number, k: number): number => {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, m - i) / (n - i);
  return chance;
};
