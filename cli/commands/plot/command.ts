import { writeFileSync } from "node:fs";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { wholeNumber } from "../../options/option-values.ts";
import type { Chart } from "../../plots/chart.ts";
import { episodeChart } from "../../plots/episode-chart.ts";
import { queryChart } from "../../plots/query-chart.ts";
import { readTrajectories } from "../../trajectories/read-trajectories.ts";

interface PlotOptions {
  readonly query?: string;
  readonly prometheus?: string;
  readonly last: number;
  readonly step: number;
  readonly episode: number;
  readonly out?: string;
}

export default defineCommand<PlotOptions>({
  name: "plot",
  summary: "draw a recorded episode, or a PromQL query, as SVG",
  description:
    "With a path, draws the timeline of a recorded episode: the reward that each component has paid so far, and the agent's actions at their times. With --query, asks a Prometheus for the last minutes and draws a line for each series: that of a running episode, whose address and token `kubedrill kubeconfig --env` gives as variables, or any other. The SVG goes to standard output, or to a file with --out.",
  args: [{ name: "[path]", description: "a dataset folder or a .jsonl file of trajectories; leave it out with --query" }],
  options: [
    { flags: "--query <promql>", description: "draw this instead of an episode" },
    { flags: "--prometheus <url>", description: "the server to ask (default: KUBEDRILL_PROMETHEUS_URL)" },
    { flags: "--last <seconds>", description: "span of the query up to now", parse: wholeNumber("--last", 15, 86_400), fallback: 900 },
    { flags: "--step <seconds>", description: "distance of its points", parse: wholeNumber("--step", 1, 3600), fallback: 15 },
    {
      flags: "--episode <n>",
      description: "which trajectory of the path, from 1",
      parse: wholeNumber("--episode", 1, 10_000_000),
      fallback: 1,
    },
    { flags: "--out <file>", description: "write the SVG there" },
  ],
  examples: [
    { command: "plot expert-100 --episode 3 --out third.svg", says: "when the third episode of a dataset earned what" },
    {
      command: `plot --query 'sum by (service_name) (rate(traces_span_metrics_calls_total[1m]))' --last 600 --out calls.svg`,
      says: "calls of each service of the running episode that the variables name",
    },
    { command: "plot --query up --prometheus http://localhost:9090 > up.svg", says: "any Prometheus" },
  ],
  run: async (options, output, [path]) => {
    const chart = await chartOf(options, path);
    const { renderSvg } = await import("../../plots/render-svg.ts");
    const svg = await renderSvg(chart);
    output.emit({ title: chart.title, lines: chart.lines.length, svg: options.out ?? svg });
    if (options.out === undefined) output.print(svg.trimEnd());
    else {
      writeFileSync(options.out, svg);
      output.print(`${options.out}: ${chart.title}, ${chart.lines.length} lines`);
    }
    return EXIT_CODES.ok.code;
  },
});

const chartOf = async ({ query, prometheus, last, step, episode }: PlotOptions, path: string | undefined): Promise<Chart> => {
  if (query === undefined) return episodeAt(path, episode);
  if (path !== undefined) throw new CliError("give a path or --query, not both");
  const url = prometheus ?? process.env["KUBEDRILL_PROMETHEUS_URL"];
  if (url === undefined)
    throw new CliError("--query needs --prometheus, or KUBEDRILL_PROMETHEUS_URL as `kubedrill kubeconfig --env` prints it");
  const token = prometheus === undefined ? process.env["KUBEDRILL_AGENT_TOKEN"] : undefined;
  return await queryChart({ url, token, query, lastS: last, stepS: step });
};

const episodeAt = (path: string | undefined, wanted: number): Chart => {
  if (path === undefined) throw new CliError("give a dataset folder or a .jsonl file of trajectories, or --query");
  let count = 0;
  for (const { trajectory } of readTrajectories(path)) if (++count === wanted) return episodeChart(trajectory);
  throw new CliError(`${path} holds ${count} trajectories; there is no episode ${wanted}`);
};
