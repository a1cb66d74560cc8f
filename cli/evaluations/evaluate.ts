import type { Player } from "../agents/player-of.ts";
import type { EpisodeOrder } from "../engine/engine.ts";
import { playOrders } from "../engine/play-orders.ts";
import type { CliOutput } from "../output/output.ts";
import type { Suite } from "../tasks/suite.ts";
import { factsOfOrder } from "../trajectories/facts-of-order.ts";
import { given } from "../trajectories/given.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";
import { toTrajectory } from "../trajectories/to-trajectory.ts";
import type { Provenance, Trajectory } from "../trajectories/trajectory.ts";
import { openEvalFolder } from "./eval-folder.ts";
import { commandOf, type EvalChoice, type EvalSettings, ordersOf } from "./eval-plan.ts";
import type { EvalReport } from "./report.ts";

/** An evaluation that is to be played. */
export interface Evaluation {
  readonly suite: Suite;
  readonly choice: EvalChoice;
  readonly settings: EvalSettings;
  /** Missing: no episode is kept. */
  readonly folder?: string;
  /** Command whose options the settings are; missing: `eval`. */
  readonly command?: string;
}

/** Plays the episodes of an evaluation that its folder lacks, and keeps each as soon as it ends; Ctrl-C stops it. @returns the report of what there is then */
export const evaluate = async (
  player: Player,
  { suite, choice, settings, folder, command }: Evaluation,
  output: CliOutput,
): Promise<Omit<EvalReport, "agent">> => {
  const { provenance } = player;
  const episodes = ordersOf(suite, choice, settings);
  const byId = new Map([...episodes].map(([{ episodeId }, episode]) => [episodeId, episode]));
  const files = openEvalFolder(folder, { ...settings, provenance }, byId);
  const orders = [...episodes.keys()];
  const lacking = orders.filter(({ episodeId }) => !files.results.has(episodeId));
  if (lacking.length < orders.length) output.info(`${orders.length - lacking.length} of ${orders.length} episodes are there already`);
  const play = async (order: EpisodeOrder, signal?: AbortSignal): Promise<EpisodeRecording> => {
    const beganAt = new Date().toISOString();
    const recording = await player.play(order, signal);
    const { wallMs = 0, usage } = recording;
    // Not in the order of the suite: what has been played is not to wait for an episode that takes long.
    files.keep(trajectoryOf(recording, order, { provenance, choice, settings }), {
      began_at: beganAt,
      wall_s: Math.round(wallMs) / 1_000,
      ...given("usage", usage),
    });
    return recording;
  };
  await playOrders({ parallel: player.parallel, play }, lacking, output, (_, { episodeId }) =>
    output.emit({ ...files.results.get(episodeId) }),
  );
  files.close();
  const results = orders.flatMap(({ episodeId }) => files.results.get(episodeId) ?? []);
  return { suite: suite.name, command: commandOf(settings, command), settings, provenance, episodes: orders.length, results };
};

const trajectoryOf = (
  recording: EpisodeRecording,
  order: EpisodeOrder,
  { provenance, choice: { program }, settings }: Pick<Evaluation, "choice" | "settings"> & { readonly provenance: Provenance },
): Trajectory => {
  const facts = factsOfOrder(order, provenance, settings["model"] as string | undefined);
  if (program === undefined) return toTrajectory(recording, facts);
  return toTrajectory(recording, { ...facts, behaviour: { kind: "program", name: program.name, ...given("model", program.model) } });
};
