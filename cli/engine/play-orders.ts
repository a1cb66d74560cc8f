import { setImmediate as turn } from "node:timers/promises";
import type { EpisodeOptions } from "#env/host/episode-protocol.ts";
import { untilInterrupted } from "../errors/until-interrupted.ts";
import type { CliOutput } from "../output/output.ts";
import type { ChosenTask } from "../tasks/choose-tasks.ts";
import { given } from "../trajectories/given.ts";
import { type EpisodeRecording, endingOf } from "../trajectories/record-episode.ts";
import type { Engine, EpisodeOrder } from "./engine.ts";
import { playInOrder } from "./play-in-order.ts";

/**
 * Plays episodes with a progress display and passes on their records in order; Ctrl-C stops it. Why a sample is invalid is
 * said when it is seen first: an endpoint that nobody reaches spoils one episode after the other.
 *
 * @returns true when all were played, false when they were stopped
 */
export const playOrders = async (
  engine: Pick<Engine, "parallel" | "play">,
  orders: readonly EpisodeOrder[],
  output: CliOutput,
  take: (recording: EpisodeRecording, order: EpisodeOrder) => void,
): Promise<boolean> => {
  const progress = output.progress(orders.length, "episodes");
  const told = new Set<string>();
  const takeOne = async (recording: EpisodeRecording, order: EpisodeOrder): Promise<void> => {
    take(recording, order);
    if (recording.remark !== undefined) progress.note(recording.remark);
    const why = failureOf(recording);
    if (why !== undefined && !told.has(why) && told.size < TOLD_MAX) progress.note(`${order.episodeId} has no valid score: ${why}`);
    if (why !== undefined) told.add(why);
    // Episodes in this process never wait for anything; signals are heard when the event loop has a turn.
    await turn();
  };
  // An episode counts when it ends, though others before it may still be played.
  const playOne = async (order: EpisodeOrder, signal: AbortSignal): Promise<EpisodeRecording> => {
    const recording = await engine.play(order, signal);
    progress.advance();
    return recording;
  };
  const isComplete = await untilInterrupted((signal) =>
    playInOrder(orders, engine.parallel, (order) => playOne(order, signal), takeOne, signal),
  );
  progress.stop();
  return isComplete;
};

/** Different reasons that are said: some hold a number or an id, and differ each time. */
const TOLD_MAX = 5;

const failureOf = (recording: EpisodeRecording): string | undefined => {
  const ending = endingOf(recording);
  return ending?.sampleValid === false ? (ending.failureReason ?? ending.endReason) : undefined;
};

/** Creates the orders of chosen tasks, with an id for each index. */
export const toOrders = (
  tasks: readonly ChosenTask[],
  { policy, ...wanted }: { readonly policy: string } & WantedOptions,
  idOf: (index: number) => string,
): readonly EpisodeOrder[] =>
  tasks.map((task, i) => ({
    taskUri: task.uri,
    seed: task.seed,
    policy,
    episodeId: idOf(i),
    options: toEpisodeOptions(wanted),
  }));

/** Options of episodes that commands and datasets offer. */
export interface WantedOptions {
  readonly profile?: string;
  readonly maxSteps?: number;
  /** Seconds. */
  readonly leadTime?: number;
}

/** Converts what commands offer into options of an episode. */
export const toEpisodeOptions = ({
  profile,
  maxSteps,
  leadTime,
}: { [K in keyof WantedOptions]: WantedOptions[K] | undefined }): Partial<EpisodeOptions> => ({
  ...given("profile", profile),
  ...given("limits", maxSteps === undefined ? undefined : { maxSteps }),
  ...given("leadMs", leadTime === undefined ? undefined : leadTime * 1_000),
});
