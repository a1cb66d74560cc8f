import { randomInt } from "node:crypto";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { toEpisodeOptions } from "../../engine/play-orders.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { seedNumber } from "../../options/option-values.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { toCommandLine, withOption } from "../../output/command-line.ts";
import { chooseTasks, DISTRACTION_OPTIONS, TASK_OPTIONS, type TaskChoice, VARIANT_OPTION } from "../../tasks/choose-tasks.ts";
import { playByHand } from "./play-by-hand.ts";
import { createTerminal } from "./terminal.ts";

interface PlayOptions extends TaskChoice, ServerOptions {
  readonly seed?: bigint;
  readonly profile?: string;
  readonly leadTime?: number;
  readonly rewards?: boolean;
}

export default defineCommand<PlayOptions>({
  name: "play",
  summary: "solve an incident yourself, in the terminal",
  description:
    "Shows what an agent is shown, and takes its place: kubectl and shell command lines, and the other tools as /name. /help lists them, /hint gives one more hint each time. The end prints the score and what was broken. Tab completes names, arrows walk through the history. Lines may also be piped in.",
  options: [
    { flags: "--task <uri>", description: "this task" },
    ...TASK_OPTIONS,
    VARIANT_OPTION,
    ...DISTRACTION_OPTIONS,
    { flags: "--seed <n>", description: "the incident to play (default: another one each time)", parse: seedNumber },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    { flags: "--rewards", description: "print the reward of each step, which tells how good it was" },
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "play", says: "some incident" },
    { command: "play --app social-network --fault service-missing", says: "a missing Service, somewhere" },
    { command: "play --seed 7", says: "the same incident as somebody else" },
  ],
  doing: () => "preparing an incident",
  run: async ({ rewards = false, profile, leadTime, seed = BigInt(randomInt(2 ** 31)), ...choice }, output) => {
    const engine = await openEngine({ ...choice, parallel: 1 });
    const terminal = createTerminal();
    try {
      const [task] = await chooseTasks(engine, { sampler: "balanced", ...choice }, seed, 1);
      if (task === undefined) throw new Error("a draw of one task gave none");
      const order = { episodeId: "play", taskUri: task.uri, seed: task.seed, options: toEpisodeOptions({ profile, leadTime }) };
      return await playByHand(engine, order, {
        terminal,
        output,
        showRewards: rewards,
        again: toCommandLine(withOption(process.argv.slice(2), "--seed", `${seed}`)),
      });
    } finally {
      terminal.close();
      await engine.close();
    }
  },
});
