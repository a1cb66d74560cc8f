import type { Chart, ChartInterval, ChartLine } from "../plots/chart.ts";
import { type EvalResult, validOf } from "./eval-result.ts";
import { byProblem } from "./group-results.ts";
import type { NamedReport } from "./name-reports.ts";
import { summarize } from "./summarize.ts";

/** Charts of reports by the names of their files. */
export const reportCharts = (reports: readonly NamedReport[]): Readonly<Record<string, Chart>> => {
  const series = reports.map(({ name, report: { results } }): Series => ({ name, results }));
  const suites = [...new Set(reports.map(({ report }) => report.suite))].join(", ");
  const title = `${suites}, ${series.length > 1 ? "" : `${series[0]?.name}, `}`;
  return {
    success: {
      title: `${title}success with intervals of 95 %`,
      x: "share of episodes",
      domain: [0, 1],
      intervals: series.flatMap(({ name, results }) => successes(name, results)),
    },
    returns: {
      title: `${title}distribution of returns`,
      x: "return",
      panels: [
        {
          y: "share of episodes with at most this return",
          lines: series.map(({ name, results }) => {
            const returns = validOf(results).map((one) => one.return);
            return { name, points: accumulate(returns, returns.length, RETURN_MIN, RETURN_MAX), isStepped: true };
          }),
        },
      ],
    },
    steps: {
      title: `${title}steps to success`,
      x: "steps",
      panels: [{ y: "share of episodes that have succeeded", lines: toSuccess(series, ({ steps }) => steps) }],
    },
    minutes: {
      title: `${title}virtual time to success`,
      x: "minutes",
      panels: [{ y: "share of episodes that have succeeded", lines: toSuccess(series, ({ virtual_ms: ms }) => ms && ms / 60_000) }],
    },
  };
};

interface Series {
  readonly name: string;
  readonly results: readonly EvalResult[];
}

const successes = (series: string, results: readonly EvalResult[]): readonly ChartInterval[] =>
  [...byProblem(results), ["all", results] as const].flatMap(([name, members]) => {
    const { success } = summarize(members);
    return Number.isNaN(success.mean) ? [] : [{ name, series, ...success }];
  });

/** Lines of the shares of all episodes that had succeeded by then, each up to the longest episode of all. */
const toSuccess = (series: readonly Series[], measure: (result: EvalResult) => number | undefined): readonly ChartLine[] => {
  const measured = series.map(({ name, results }) => ({
    name,
    ends: validOf(results).flatMap((one) => {
      const at = measure(one);
      return at === undefined ? [] : [{ at, success: one.success === true }];
    }),
  }));
  const last = Math.max(0, ...measured.flatMap(({ ends }) => ends.map(({ at }) => at)));
  return measured.map(({ name, ends }) => {
    const successes = ends.filter(({ success }) => success).map(({ at }) => at);
    return { name, points: accumulate(successes, ends.length, 0, last), isStepped: true };
  });
};

/** Steps of the share of `count` that is at most a value, from one end of the axis to the other. */
const accumulate = (values: readonly number[], count: number, from: number, to: number): ChartLine["points"] => {
  if (count === 0) return [];
  const shares = new Map(values.toSorted((a, b) => a - b).map((value, i) => [value, (i + 1) / count]));
  return [[from, 0], ...shares, [to, values.length / count]];
};

/** Ends of what returns can be. */
const [RETURN_MIN, RETURN_MAX] = [-1, 1];
