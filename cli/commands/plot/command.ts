import { writeFileSync } from "node:fs";
import { extname } from "node:path";
import type { Tracks } from "#viewer/protocol.ts";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import type { CliOutput } from "../../output/output.ts";
import type { PanelChart } from "../../plots/chart.ts";
import { episodeChart } from "../../plots/episode-chart.ts";
import { queryChart } from "../../plots/query-chart.ts";
import { readTrajectoryAt } from "../../trajectories/read-trajectories.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { recordedTracks } from "../../viewing/replays/recorded-tracks.ts";
import { replayWithTracks } from "../../viewing/replays/replay-with-tracks.ts";

interface PlotOptions extends ServerOptions {
  readonly query?: string;
  readonly prometheus?: string;
  readonly last: number;
  readonly step: number;
  readonly episode: number;
  readonly recorded?: true;
  readonly out?: string;
  readonly fileType?: FileType;
}

const FILE_TYPES = ["svg", "png"] as const;

type FileType = (typeof FILE_TYPES)[number];

export default defineCommand<PlotOptions>({
  name: "plot",
  summary: "draw a recorded episode, or a PromQL query, as SVG or PNG",
  description:
    "With a path, draws the timeline of a recorded episode: the reward of each step, what each component has paid so far, the share of users' requests that failed and the latency of the slowest service with their limits, the alerts that were pending (pale) and firing, and the agent's actions at their times. Alerts and signals are those that the cluster's own Prometheus has when the episode is played again. With --query, asks a Prometheus for the last minutes and draws a line for each series: that of a running episode, whose address and token `kubedrill kubeconfig --env` gives as variables, or any other. An SVG goes to standard output, or to a file with --out.",
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
    { flags: "--recorded", description: "do not play the episode again: draw what its record holds" },
    ...SERVER_OPTIONS,
    { flags: "--out <file>", description: "write it there" },
    { flags: "--file-type <type>", description: "form of the picture (default: by the file's name, else svg)", choices: [...FILE_TYPES] },
  ],
  examples: [
    { command: "plot expert-100 --episode 3 --out third.png", says: "when the third episode of a dataset earned what, and why" },
    {
      command: `plot --query 'sum by (service_name) (rate(traces_span_metrics_calls_total[1m]))' --last 600 --out calls.svg`,
      says: "calls of each service of the running episode that the variables name",
    },
    { command: "plot --query up --prometheus http://localhost:9090 > up.svg", says: "any Prometheus" },
  ],
  doing: ({ query, episode }, [path]) => (query === undefined && path !== undefined ? `drawing episode ${episode} of ${path}` : undefined),
  run: async (options, output, [path]) => {
    const { out, fileType = out !== undefined && extname(out) === ".png" ? "png" : "svg" } = options;
    if (fileType === "png" && out === undefined) throw new CliError("a PNG needs a file; name it with --out");
    const chart = await chartOf(options, path, output);
    const { renderSvg } = await import("../../plots/render-svg.ts");
    const svg = await renderSvg(chart);
    output.emit({ title: chart.title, panels: chart.panels.map(({ y }) => y), [fileType]: out ?? svg });
    if (out === undefined) output.print(svg.trimEnd());
    else {
      writeFileSync(out, fileType === "png" ? (await import("../../plots/render-png.ts")).renderPng(svg) : svg);
      output.print(`${out}: ${chart.title}`);
    }
    return EXIT_CODES.ok.code;
  },
});

const chartOf = async (options: PlotOptions, path: string | undefined, output: CliOutput): Promise<PanelChart> => {
  const { query, prometheus, last, step } = options;
  if (query === undefined) return await episodeAt(options, path, output);
  if (path !== undefined) throw new CliError("give a path or --query, not both");
  const url = prometheus ?? process.env["KUBEDRILL_PROMETHEUS_URL"];
  if (url === undefined)
    throw new CliError("--query needs --prometheus, or KUBEDRILL_PROMETHEUS_URL as `kubedrill kubeconfig --env` prints it");
  const token = prometheus === undefined ? process.env["KUBEDRILL_AGENT_TOKEN"] : undefined;
  return await queryChart({ url, token, query, lastS: last, stepS: step });
};

const episodeAt = async (options: PlotOptions, path: string | undefined, output: CliOutput): Promise<PanelChart> => {
  if (path === undefined) throw new CliError("give a dataset folder or a .jsonl file of trajectories, or --query");
  const { trajectory } = readTrajectoryAt(path, options.episode);
  const isRecorded = options.recorded === true || trajectory.provenance.backend !== "sim";
  return episodeChart(trajectory, isRecorded ? recordedTracks(trajectory) : await tracksOf(trajectory, options, output));
};

const tracksOf = async (trajectory: Trajectory, options: PlotOptions, output: CliOutput): Promise<Tracks> => {
  output.info("playing it again, for its alerts and signals …");
  const engine = await openEngine({ ...options, parallel: 1 });
  try {
    const { tracks } = await replayWithTracks(engine, trajectory, () => undefined);
    const { differsFrom } = tracks;
    if (differsFrom !== undefined) {
      const when = differsFrom === 0 ? "from the start" : `after step ${differsFrom}`;
      output.info(`Played again, the episode is in another state ${when}: its alerts and signals are not drawn.`);
    }
    return tracks;
  } finally {
    await engine.close();
  }
};
