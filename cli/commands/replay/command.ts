import { defineCommand } from "../../command.ts";
import type { Engine } from "../../engine/engine.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { playInOrder } from "../../engine/play-in-order.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { explainError } from "../../errors/explain-error.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { compareReplay, type Difference } from "../../trajectories/compare-replay.ts";
import { type PlacedTrajectory, readTrajectories, readTrajectoryAt } from "../../trajectories/read-trajectories.ts";
import { replayTrajectory } from "../../trajectories/replay-trajectory.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";

interface ReplayOptions extends ServerOptions {
  readonly episode?: number;
  readonly limit?: number;
  readonly parallel?: number;
}

export default defineCommand<ReplayOptions>({
  name: "replay",
  summary: "play recorded episodes again and name the first difference",
  description:
    "Plays each recorded trajectory again from its task, seed and actions, and compares observations, results, rewards and state digests. The first difference is named by step and view. Records of another build are compared too; their differences are advisory and do not fail the command.",
  args: [{ name: "path", description: "a dataset folder or a .jsonl file of trajectories" }],
  options: [
    { flags: "--episode <n>", description: "this one alone, from 1", parse: wholeNumber("--episode", 1, 10_000_000) },
    { flags: "--limit <n>", description: "replay at most so many", parse: wholeNumber("--limit", 1, 10_000_000) },
    { flags: "--parallel <n>", description: "episodes at once (default: one per core)", parse: wholeNumber("--parallel", 1, 4096) },
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "replay expert-100", says: "every episode of a dataset" },
    { command: "replay expert-100/trajectories-00000.jsonl --limit 10 --json", says: "some of one file, for a program" },
  ],
  doing: (_options, [path = "."]) => `playing the episodes of ${path} again`,
  run: async (options, output, [path = "."]) => {
    const { episode, limit } = options;
    const recorded = episode === undefined ? take(readTrajectories(path), limit) : [readTrajectoryAt(path, episode)];
    if (recorded.length === 0) throw new CliError(`${path} holds no trajectories; name a dataset folder or a .jsonl file`);
    const engine = await openEngine(options);
    try {
      const progress = output.progress(recorded.length, "episodes");
      const differing: { readonly trajectory: Trajectory; readonly difference: Difference; readonly buildMatch: boolean }[] = [];
      await playInOrder(
        recorded,
        engine.parallel,
        (one) => replayOne(engine, one),
        (difference, { trajectory }) => {
          const buildMatch = trajectory.provenance.build_digest === engine.provenance.build_digest;
          output.emit({
            trajectory_id: trajectory.trajectory_id,
            equal: difference === undefined,
            build_match: buildMatch,
            first_difference: difference,
          });
          if (difference) differing.push({ trajectory, difference, buildMatch });
          progress.advance();
        },
      );
      progress.stop();
      for (const { trajectory, difference, buildMatch } of differing) output.print(describe(trajectory, difference, buildMatch));
      output.print(`${recorded.length} replayed, ${recorded.length - differing.length} equal, ${differing.length} different`);
      return differing.some(({ buildMatch }) => buildMatch) ? EXIT_CODES.failed.code : EXIT_CODES.ok.code;
    } finally {
      await engine.close();
    }
  },
});

const take = <T>(items: Iterable<T>, limit = Number.POSITIVE_INFINITY): readonly T[] => {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
};

/** Replays one trajectory. @returns the first difference; undefined: none. @throws CliError that names the line if it cannot be replayed */
const replayOne = async (engine: Engine, { place, trajectory }: PlacedTrajectory): Promise<Difference | undefined> => {
  try {
    return compareReplay(trajectory, await replayTrajectory(engine, trajectory));
  } catch (cause) {
    const explained = explainError(cause);
    throw explained === undefined ? cause : new CliError(`${place} cannot be replayed: ${explained.message}`);
  }
};

const describe = (trajectory: Trajectory, { step, view, recorded, replayed, at }: Difference, buildMatch: boolean): string =>
  [
    `${trajectory.trajectory_id} (${trajectory.task.uri}, seed ${trajectory.seed})${buildMatch ? "" : ", recorded by another build"}`,
    `  first difference: after ${step} steps, ${view}${at === undefined ? "" : `, ${at}`}`,
    `    recorded: ${recorded}`,
    `    replayed: ${replayed}`,
  ].join("\n");
