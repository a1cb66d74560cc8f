import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { playInOrder } from "../../engine/play-in-order.ts";
import { playOrders, toOrders } from "../../engine/play-orders.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { untilInterrupted } from "../../errors/until-interrupted.ts";
import { describeUsage } from "../../llm/model-usage.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { MODEL_OPTIONS, MODEL_POLICY, type ModelOptions, modelSettingsOf } from "../../options/model-options.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { POLICY_OPTION } from "../../options/policy-options.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { toEpisodeLine } from "../../output/episode-line.ts";
import type { CliOutput } from "../../output/output.ts";
import { readSuite, type Suite, suiteNames } from "../../tasks/suite.ts";
import { given } from "../../trajectories/given.ts";
import { totalComponents } from "../../trajectories/record-components.ts";
import { endingOf } from "../../trajectories/record-episode.ts";
import type { Provenance } from "../../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";
import { openAgentServer } from "./play-agent.ts";
import { type EvalReport, readReport, renderReport, writeReport } from "./report.ts";

interface EvalOptions extends ModelOptions, ServerOptions {
  readonly suite: string;
  readonly policy?: string;
  readonly agentCommand?: string;
  readonly agentTimeout: number;
  readonly report?: string;
  readonly out?: string;
  readonly against?: string;
  readonly profile?: string;
  readonly leadTime?: number;
  readonly parallel?: number;
}

export default defineCommand<EvalOptions>({
  name: "eval",
  summary: "evaluate a policy or an external agent on a frozen suite",
  description:
    "Plays every episode of a suite, whose tasks and seeds never change, and prints a report by problem with intervals of 95 %; --out writes it with charts (success.svg, returns.svg, steps.svg, minutes.svg). --report reads one that was written instead. --agent-command evaluates any program: it runs for each episode in a folder of its own, with the instruction in KUBEDRILL_INSTRUCTION and in instruction.txt, and the cluster by KUBECONFIG; it writes its diagnosis to the file that KUBEDRILL_DIAGNOSIS_FILE names, and is scored when it exits.",
  options: [
    { flags: "--suite <name>", description: `one of ${suiteNames().join(", ")}`, fallback: "lite", choices: suiteNames() },
    { ...POLICY_OPTION, description: `a built-in policy, see rollout --help`, fallback: undefined },
    { flags: "--agent-command <line>", description: "a program to evaluate instead, a command line for sh" },
    {
      flags: "--agent-timeout <seconds>",
      description: "time after which it is killed and its work is scored as it stands",
      fallback: 1_800,
      parse: wholeNumber("--agent-timeout", 1, 86_400),
    },
    { flags: "--report <file>", description: "play nothing, and report on this report.json" },
    { flags: "--out <folder>", description: "write report.json, report.md and charts there, and what agents printed" },
    { flags: "--against <file>", description: "compare with this report.json, problem by problem and episode by episode" },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    {
      flags: "--parallel <n>",
      description: "episodes at once (default: as many as cores; llm: 8; agents: 1)",
      parse: wholeNumber("--parallel", 1, 4096),
    },
    ...MODEL_OPTIONS,
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "eval --suite sregym --policy expert", says: "the expert on the problems of SREGym that ship here" },
    { command: 'eval --suite lite --agent-command "$PWD/my-agent.sh" --out results', says: "a program of yours, with its logs" },
    {
      command: "eval --suite lite --policy llm --base-url http://localhost:11434/v1 --model qwen3:8b --out results",
      says: "a model behind an endpoint, such as Ollama's",
    },
    { command: "eval --policy random --against results/report.json", says: "how much better or worse, with an interval" },
    { command: "eval --report new/report.json --against old/report.json --out compared", says: "two reports, as a table and as charts" },
  ],
  doing: ({ suite, policy, agentCommand, report }) => {
    const agent = policy ?? agentCommand;
    return agent === undefined || report !== undefined ? undefined : `evaluating ${agent} on the suite ${suite}`;
  },
  run: async (options, output) => {
    const { against, out } = options;
    const before = against === undefined ? undefined : readReport(against);
    if (out !== undefined) mkdirSync(out, { recursive: true }); // before an hour of playing, rather than after it
    const report = await reportOf(options, output);
    const suite = await readSuite(report.suite);
    const markdown = renderReport(report, suite, before);
    output.print(markdown.trimEnd());
    const usage = describeUsage(report.results.map((one) => one.usage));
    if (usage !== undefined) output.print(`\n${usage}`);
    if (out !== undefined) await writeReport(out, report, markdown, before);
    if (report.results.length < suite.episodes.length) {
      output.info(`stopped: ${report.results.length} of ${suite.episodes.length} episodes were played`);
      return EXIT_CODES.interrupted.code;
    }
    return report.results.every((one) => one.sample_valid) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

const reportOf = async (options: EvalOptions, output: CliOutput): Promise<EvalReport> => {
  const { policy, agentCommand, report } = options;
  if ([policy, agentCommand, report].filter((one) => one !== undefined).length !== 1)
    throw new CliError("give one of --policy, --agent-command and --report");
  if (report !== undefined) return readReport(report);
  const suite = await readSuite(options.suite);
  const evaluated = await (agentCommand === undefined
    ? evaluatePolicy(suite, { ...options, policy: policy as string }, output)
    : evaluateAgent(suite, { ...options, agentCommand }, output));
  const agent = policy === MODEL_POLICY ? `${policy} ${options.model}` : (policy ?? agentCommand ?? "");
  return { suite: suite.name, agent, ...evaluated };
};

interface Evaluated {
  readonly results: readonly EvalResult[];
  readonly provenance: Provenance;
}

const evaluatePolicy = async (suite: Suite, options: EvalOptions & { readonly policy: string }, output: CliOutput): Promise<Evaluated> => {
  const engine = await openEngine({ ...options, ...given("llm", modelSettingsOf(options, [options.policy])) });
  try {
    const results: EvalResult[] = [];
    const tasks = suite.episodes.map(({ task, seed }) => ({ uri: task, seed }));
    await playOrders(
      engine,
      toOrders(tasks, options, (i) => `eval-${suite.name}-${i}`),
      output,
      (recording) => {
        const { steps, end_reason, sample_valid, return: total, usage } = toEpisodeLine(recording, options.policy);
        const success = endingOf(recording)?.success;
        const result = {
          ...suite.episodes[results.length]!,
          task_digest: recording.reset.outcome.task.digest,
          ...(total === undefined ? {} : { return: total }),
          ...(success === undefined ? {} : { success }),
          components: totalComponents(recording),
          steps,
          virtual_ms: recording.steps.at(-2)?.outcome.observation.virtualMs ?? 0,
          end_reason,
          sample_valid,
          ...given("usage", usage),
        };
        results.push(result);
        output.emit(result);
      },
    );
    return { results, provenance: engine.provenance };
  } finally {
    await engine.close();
  }
};

const evaluateAgent = async (
  suite: Suite,
  {
    agentCommand,
    agentTimeout,
    out = "kubedrill-eval",
    profile,
    leadTime,
    parallel = 1,
    server,
    ...access
  }: EvalOptions & { readonly agentCommand: string },
  output: CliOutput,
): Promise<Evaluated> => {
  mkdirSync(out, { recursive: true });
  const host = await openAgentServer(server, access);
  try {
    const results: EvalResult[] = [];
    const progress = output.progress(suite.episodes.length, "episodes");
    const jobs = suite.episodes.map((episode, i) => ({ episode, logFile: join(out, `agent-${String(i + 1).padStart(3, "0")}.log`) }));
    await untilInterrupted((signal) =>
      playInOrder(
        jobs,
        parallel,
        ({ episode, logFile }) =>
          host.play(episode, {
            command: agentCommand,
            timeoutMs: agentTimeout * 1_000,
            logFile,
            profile,
            leadTime,
            signal,
            note: progress.note,
          }),
        (result) => {
          results.push(result);
          output.emit({ ...result });
          progress.advance();
        },
        signal,
      ),
    );
    progress.stop();
    return { results, provenance: host.provenance };
  } finally {
    await host.close();
  }
};
