import { readFileSync } from "node:fs";
import { type Client, connect, type Episode, type ToolAction } from "#clients/typescript/index.ts";
import { readTrajectories } from "../../cli/trajectories/read-trajectories.ts";
import type { RecordedAction, Trajectory } from "../../cli/trajectories/trajectory.ts";
import { findRuns } from "../../cli/viewing/find-runs.ts";
import { startServer } from "../bench/start-server.ts";
import type { Picture } from "./draw-page.ts";

/** Draws the pages of a server on which recorded episodes are played again, some to their end and some of them in part. */
export const drawLive = async (folder: string, draw: (picture: Picture) => Promise<void>): Promise<void> => {
  const server = await startServer(["--http-port", "0", "--slots", "16"]);
  const token = readFileSync(server.tokenFile, "utf8").trim();
  const client = connect(server.address, { token });
  try {
    const episodes: Episode[] = [];
    for (const [i, trajectory] of chosenFrom(folder).entries())
      episodes.push(await playAgain(client, trajectory, PARTS[i % PARTS.length]!));
    const url = `http://${server.httpAddress}/`;
    await draw({
      name: "live",
      url,
      ready: ".token-form, .live-page tbody a",
      act: async (page) => {
        await page.getByLabel("token").fill(token);
        await page.keyboard.press("Enter");
        await page.locator(".live-page tbody a").first().waitFor();
      },
    });
    await draw({ name: "followed", url: `${url}#/live/${episodes[0]?.id}`, ready: ".followed-page .conversation .output" });
  } finally {
    await client.close();
    await server.stop();
  }
};

/** Shares of their steps to which episodes are played. */
const PARTS = [0.7, 1, 0.4, 1, 0.9, 0.2];

/** Episodes of all policies, the first one of the expert. */
const chosenFrom = (folder: string): readonly Trajectory[] => {
  const all = findRuns([folder]).flatMap((run) => [...readTrajectories(run.folder)].map(({ trajectory }) => trajectory));
  const first = all.find(({ behaviour, steps }) => behaviour.name === "expert" && steps.length > STEPS_MIN) ?? all[0]!;
  return [first, ...all.filter((_, i) => i % Math.ceil(all.length / EPISODES) === 0)];
};

const STEPS_MIN = 12;
const EPISODES = 9;

const playAgain = async (client: Client, { task, seed, behaviour, steps }: Trajectory, part: number): Promise<Episode> => {
  const episode = await client.reset({ task: task.uri, seed: BigInt(seed), labels: { policy: behaviour.name } });
  const made = steps.slice(0, Math.round(part * steps.length));
  for (const [i, { actions }] of made.entries()) {
    if (i === made.length - 2 && part < 1) await askTelemetry(client, episode.id);
    await episode.step(actions.map(toAction));
  }
  return episode;
};

const toAction = ({
  kind,
  name = "",
  arguments_json = "{}",
  wait_ms: waitMs = 0,
}: RecordedAction): ToolAction | { readonly waitMs: number } => (kind === "wait" ? { waitMs } : { tool: name, arguments: arguments_json });

/** Asks the episode's Prometheus, as an agent does beside its steps. */
const askTelemetry = async (client: Client, episodeId: string): Promise<void> => {
  const { prometheusUrl, token } = await client.agentAccess(episodeId);
  for (const query of ["ALERTS", 'sum by (service_name) (rate(traces_span_metrics_calls_total{status_code="STATUS_CODE_ERROR"}[1m]))'])
    await fetch(`${prometheusUrl}/api/v1/query?query=${encodeURIComponent(query)}`, { headers: { authorization: `Bearer ${token}` } });
};
