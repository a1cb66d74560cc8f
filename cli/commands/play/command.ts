import { randomInt } from "node:crypto";
import { defineCommand } from "../../command.ts";
import type { Engine } from "../../engine/engine.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { toEpisodeOptions } from "../../engine/play-orders.ts";
import { CliError } from "../../errors/cli-error.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { seedNumber, wholeNumber } from "../../options/option-values.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { toCommandLine, withOption } from "../../output/command-line.ts";
import { chooseTasks, DISTRACTION_OPTIONS, TASK_OPTIONS, type TaskChoice, VARIANT_OPTION } from "../../tasks/choose-tasks.ts";
import { readTrajectoryAt } from "../../trajectories/read-trajectories.ts";
import { resetOf, stepsOf } from "../../trajectories/replay-trajectory.ts";
import { playByHand } from "./play-by-hand.ts";
import { createTerminal } from "./terminal.ts";

interface PlayOptions extends TaskChoice, ServerOptions {
  readonly seed?: bigint;
  readonly profile?: string;
  readonly leadTime?: number;
  readonly rewards?: boolean;
  readonly from?: string;
  readonly episode?: number;
  readonly steps?: number;
}

export default defineCommand<PlayOptions>({
  name: "play",
  summary: "solve an incident yourself, in the terminal",
  description:
    "Shows what an agent is shown, and takes its place: kubectl and shell command lines, and the other tools as /name. /help lists them, /hint gives one more hint each time. The end prints the score and what was broken. Tab completes names, arrows walk through the history. Lines may also be piped in. With --from somebody's episode is played again up to a step, and is yours from there.",
  options: [
    { flags: "--task <uri>", description: "this task" },
    ...TASK_OPTIONS,
    VARIANT_OPTION,
    ...DISTRACTION_OPTIONS,
    { flags: "--seed <n>", description: "the incident to play (default: another one each time)", parse: seedNumber },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    { flags: "--rewards", description: "print the reward of each step, which tells how good it was" },
    { flags: "--from <path>", description: "go on with a recorded episode: a dataset folder or a .jsonl file of trajectories" },
    { flags: "--episode <n>", description: "which of its episodes, from 1 (default: 1)", parse: wholeNumber("--episode", 1, 10_000_000) },
    {
      flags: "--steps <n>",
      description: "how many of its steps are made first (default: all but the last)",
      parse: wholeNumber("--steps", 0, 1_000_000),
    },
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "play", says: "some incident" },
    { command: "play --app social-network --fault service-missing", says: "a missing Service, somewhere" },
    { command: "play --seed 7", says: "the same incident as somebody else" },
    { command: "play --from expert-100 --episode 3 --steps 4", says: "what an agent had found after four steps, and on from there" },
  ],
  doing: () => "preparing an incident",
  run: async (options, output) => {
    const { rewards = false, from, seed = BigInt(randomInt(2 ** 31)), ...choice } = options;
    const recorded = from === undefined ? undefined : recordedStart(from, options);
    const engine = await openEngine({ ...choice, parallel: 1 });
    const terminal = createTerminal();
    try {
      const { order, steps } = recorded ?? { order: await drawOrder(engine, { ...choice, seed }), steps: [] };
      return await playByHand(engine, order, {
        terminal,
        output,
        showRewards: rewards,
        again: toCommandLine(recorded ? process.argv.slice(2) : withOption(process.argv.slice(2), "--seed", `${seed}`)),
        steps,
      });
    } finally {
      terminal.close();
      await engine.close();
    }
  },
});

const EPISODE = "play";

const drawOrder = async (engine: Engine, { profile, leadTime, seed, ...choice }: PlayOptions & { readonly seed: bigint }) => {
  const [task] = await chooseTasks(engine, { sampler: "balanced", ...choice }, seed, 1);
  if (task === undefined) throw new Error("a draw of one task gave none");
  return { episodeId: EPISODE, taskUri: task.uri, seed: task.seed, options: toEpisodeOptions({ profile, leadTime }) };
};

/** Order and first steps of a recorded episode, with its own settings. @throws CliError for settings that would make it another one */
const recordedStart = (path: string, { episode = 1, steps, ...others }: PlayOptions) => {
  const decided = DECIDED.find((name) => others[name] !== undefined);
  if (decided !== undefined) {
    const flag = decided.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new CliError(`--from goes on with an episode as it was played; leave out --${flag}`);
  }
  const { trajectory: recorded } = readTrajectoryAt(path, episode);
  const all = stepsOf(recorded, EPISODE);
  if ((steps ?? 0) > all.length)
    throw new CliError(`episode ${episode} of ${path} has ${all.length} steps; --steps ${steps} is beyond its end`);
  const { episodeId, taskUri, seed, ...options } = resetOf(recorded, EPISODE);
  return { order: { episodeId, taskUri, seed, options }, steps: all.slice(0, steps ?? Math.max(0, all.length - 1)) };
};

/** Options that a recorded episode decides. */
const DECIDED = [
  "task",
  "app",
  "fault",
  "target",
  "tags",
  "split",
  "difficulty",
  "variant",
  "noise",
  "decoys",
  "twins",
  "seed",
  "profile",
  "leadTime",
] as const satisfies readonly (keyof PlayOptions)[];
