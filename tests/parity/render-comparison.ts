import type { Comparison } from "./compare.ts";

/** Renders a scenario as one line, and its differences if requested. */
export const renderComparison = ({ scenario, total, differences, seconds }: Comparison, isVerbose: boolean): string => {
  const equal = Math.max(0, total - differences.length);
  const line = `${differences.length === 0 ? "ok  " : "FAIL"} ${`${equal}/${total}`.padStart(7)}  ${scenario} (${seconds.toFixed(1)} s)`;
  if (!isVerbose) return line;
  return [line, ...differences.flatMap(({ step, title, diff }) => [`    ${step}: ${title}`, ...diff.map((text) => `      ${text}`)])].join(
    "\n",
  );
};

/** Renders the number of equal answers, by group and in all. */
export const renderSummary = (comparisons: readonly Comparison[]): string => {
  const groups = Map.groupBy(comparisons, ({ scenario }) => scenario.split("/")[0] as string);
  const rows = [...groups].map(([group, members]) => rowOf(group, members));
  return [...rows, rowOf("in all", comparisons)].join("\n");
};

const rowOf = (name: string, members: readonly Comparison[]): string => {
  const total = members.reduce((sum, member) => sum + member.total, 0);
  const equal = total - members.reduce((sum, { total: most, differences }) => sum + Math.min(most, differences.length), 0);
  const share = total === 0 ? 100 : (100 * equal) / total;
  const passed = members.filter(({ differences }) => differences.length === 0).length;
  return `${name.padEnd(16)} ${`${equal}/${total}`.padStart(10)} answers (${share.toFixed(1)} %), ${passed}/${members.length} scenarios`;
};
