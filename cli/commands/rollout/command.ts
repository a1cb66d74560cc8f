import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { playOrders, toOrders } from "../../engine/play-orders.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { describeUsage } from "../../llm/model-usage.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { MODEL_OPTIONS, type ModelOptions, modelSettingsOf } from "../../options/model-options.ts";
import { seedNumber, wholeNumber } from "../../options/option-values.ts";
import { POLICY_OPTION } from "../../options/policy-options.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { toCommandLine, withOption } from "../../output/command-line.ts";
import { type EpisodeLine, toEpisodeLine } from "../../output/episode-line.ts";
import { explainEpisode, gradingOf } from "../../output/explain-episode.ts";
import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import {
  appAndProblemOf,
  chooseTasks,
  DISTRACTION_OPTIONS,
  SAMPLER_OPTION,
  TASK_OPTIONS,
  type TaskChoice,
  VARIANT_OPTION,
} from "../../tasks/choose-tasks.ts";
import { given } from "../../trajectories/given.ts";

interface RolloutOptions extends TaskChoice, ModelOptions, ServerOptions {
  readonly policy: string;
  readonly episodes: number;
  readonly skip: number;
  readonly parallel?: number;
  readonly seed: bigint;
  readonly profile?: string;
  readonly maxSteps?: number;
  readonly leadTime?: number;
  readonly explain?: boolean;
}

export default defineCommand<RolloutOptions>({
  name: "rollout",
  summary: "play episodes with a built-in policy and show their scores",
  description:
    "Plays episodes in this process, or on a server, and prints a summary by problem. Equal options and seeds give equal episodes. An episode without a valid score counts as failed; it is never a zero.",
  options: [
    POLICY_OPTION,
    { flags: "--task <uri>", description: "this task; its episodes get the seeds seed, seed + 1, …" },
    ...TASK_OPTIONS,
    SAMPLER_OPTION,
    VARIANT_OPTION,
    ...DISTRACTION_OPTIONS,
    { flags: "--episodes <n>", description: "number of episodes", fallback: 1, parse: wholeNumber("--episodes", 1, 10_000_000) },
    {
      flags: "--skip <n>",
      description: "leave out the first n of these episodes, such as those of a run that was stopped",
      fallback: 0,
      parse: wholeNumber("--skip", 0, 10_000_000),
    },
    { flags: "--parallel <n>", description: "episodes at once (default: one per core)", parse: wholeNumber("--parallel", 1, 4096) },
    { flags: "--seed <n>", description: "root of tasks, episode seeds and the policy's own chance", fallback: 0n, parse: seedNumber },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    { flags: "--max-steps <n>", description: "steps before an episode is cut off", parse: wholeNumber("--max-steps", 1, 100_000) },
    {
      flags: "--explain",
      description: "after each episode: what was wrong, what each component earned and why, and each condition with its evidence",
    },
    ...MODEL_OPTIONS,
    ...SERVER_OPTIONS,
  ],
  examples: [
    {
      command: "rollout --policy llm --base-url http://localhost:8000/v1 --model Qwen/Qwen3-8B --split eval --episodes 20",
      says: "a model behind an endpoint, such as vLLM's",
    },
    { command: "rollout --policy expert --episodes 20", says: "the expert on twenty drawn tasks" },
    { command: "rollout --policy heuristic --split all --episodes 500", says: "a baseline that reads symptoms, with its success by fault" },
    { command: "rollout --policy no-op --fault scale-to-zero --split all --episodes 5", says: "what doing nothing earns" },
    {
      command: "rollout --task 'kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend' --seed 7",
      says: "one task, one seed",
    },
    { command: "rollout --policy random --episodes 100 --json > episodes.jsonl", says: "for a program: one JSON object per episode" },
    { command: "rollout --policy heuristic --episodes 3 --explain", says: "why it earned what it did" },
    { command: "rollout --policy expert --server localhost:50051", says: "the same on a server, over gRPC" },
  ],
  doing: ({ episodes, policy }) => `playing ${episodes} ${episodes === 1 ? "episode" : "episodes"} with ${policy}`,
  run: async (options, output) => {
    const engine = await openEngine({ ...options, ...given("llm", modelSettingsOf(options, [options.policy])) });
    try {
      const tasks = await chooseTasks(engine, options, options.seed, options.episodes);
      const { skip } = options;
      if (skip >= tasks.length) throw new CliError(`--skip is ${skip}; there are ${tasks.length} episodes`);
      const lines: EpisodeLine[] = [];
      const orders = toOrders(tasks, options, (i) => `rollout-${options.seed}-${i}`);
      let failure: unknown;
      const isComplete = await playOrders(engine, orders.slice(skip), output, (recording) => {
        const line = toEpisodeLine(recording, options.policy);
        lines.push(line);
        const explanation = options.explain === true ? gradingOf(recording) : undefined;
        output.emit({ ...line, ...given("explanation", explanation) });
        if (options.explain === true) output.print(`${explainEpisode(recording)}\n`);
      }).catch((cause: unknown) => {
        failure = cause;
        return false;
      });
      if (lines.length > 0) printSummary(lines, output);
      if (failure !== undefined && lines.length === 0) throw failure;
      if (!isComplete) {
        const rest = toCommandLine(withOption(process.argv.slice(2), "--skip", `${skip + lines.length}`));
        output.info(
          `stopped: ${lines.length} of ${orders.length - skip} episodes were played and are above; play the rest with\n  ${rest}`,
        );
        if (failure !== undefined) throw failure;
        return EXIT_CODES.interrupted.code;
      }
      return lines.every((line) => line.sample_valid) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
    } finally {
      await engine.close();
    }
  },
});

const printSummary = (lines: readonly EpisodeLine[], output: CliOutput): void => {
  const problems = [...new Set(lines.map(problemOf))].sort();
  const rows = problems.map((problem) =>
    summarize(
      problem,
      lines.filter((line) => problemOf(line) === problem),
    ),
  );
  const columns = [
    { title: "problem" },
    ...["episodes", "invalid", "success", "return", "least", "most", "steps"].map((title) => ({ title, align: "right" as const })),
  ];
  output.print(renderTable(columns, problems.length > 1 ? [...rows, summarize("all", lines)] : rows));
  const usage = describeUsage(lines.map((line) => line.usage));
  if (usage !== undefined) output.print(`\n${usage}`);
  const broken = describeBroken(lines);
  if (broken !== undefined) output.print(`\n${broken}`);
};

/**
 * Describes which actions broke the environment, so that a policy that throws its bad samples away in this way is seen;
 * undefined if none did.
 */
export const describeBroken = (lines: readonly Pick<EpisodeLine, "end_reason" | "last_action">[]): string | undefined => {
  const broken = lines.filter((line) => line.end_reason === "ENV_ERROR");
  if (broken.length === 0) return undefined;
  const byAction = [...Map.groupBy(broken, (line) => line.last_action ?? "nothing")].sort(([, a], [, b]) => b.length - a.length);
  const shares = byAction.map(
    ([action, { length }]) => `${action} ${length} (${((100 * length) / lines.length).toFixed(1)} % of all episodes)`,
  );
  return `ENV_ERROR by last action: ${shares.join(", ")}`;
};

const summarize = (name: string, lines: readonly EpisodeLine[]): readonly (string | number)[] => {
  const returns = lines.flatMap((line) => (line.return === undefined ? [] : [line.return]));
  const shown = (value: number) => (returns.length === 0 ? "-" : value.toFixed(3));
  return [
    name,
    lines.length,
    lines.filter((line) => !line.sample_valid).length,
    returns.length === 0 ? "-" : `${Math.round((100 * lines.filter(({ success }) => success === true).length) / lines.length)} %`,
    shown(mean(returns)),
    shown(Math.min(...returns)),
    shown(Math.max(...returns)),
    mean(lines.map((line) => line.steps)).toFixed(1),
  ];
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const problemOf = (line: EpisodeLine): string => appAndProblemOf(line.task);
