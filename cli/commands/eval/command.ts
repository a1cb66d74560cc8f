import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AGENT_NAMES, type AgentName } from "../../agents/agent-recipes.ts";
import { logNameOf } from "../../agents/log-name.ts";
import { openAgentPlayer } from "../../agents/open-agent-player.ts";
import { openReadyAgent } from "../../agents/open-ready-agent.ts";
import type { Player } from "../../agents/player-of.ts";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import type { TokenPrices } from "../../evaluations/effort.ts";
import { type EvalChoice, type EvalProgram, settingsOf } from "../../evaluations/eval-plan.ts";
import { evaluate } from "../../evaluations/evaluate.ts";
import { readView } from "../../evaluations/read-view.ts";
import { renderReport } from "../../evaluations/render-report.ts";
import { type EvalReport, missingOf, readReport } from "../../evaluations/report.ts";
import { writeEpisodes } from "../../evaluations/write-episodes.ts";
import { writeReport } from "../../evaluations/write-report.ts";
import { judgeFolder } from "../../judge/judge-folder.ts";
import { renderAgreement } from "../../judge/render-agreement.ts";
import type { ModelSettings } from "../../llm/chat-endpoint.ts";
import { FORMAT_OPTION } from "../../options/format-option.ts";
import { JUDGE_OPTIONS, type JudgeOptions, judgeSettingsOf } from "../../options/judge-options.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { MODEL_OPTIONS, type ModelOptions, modelSettingsOf } from "../../options/model-options.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { POLICY_OPTION } from "../../options/policy-options.ts";
import { PRICE_OPTIONS } from "../../options/price-options.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { toCommandLine } from "../../output/command-line.ts";
import type { CliOutput } from "../../output/output.ts";
import { readSuite, type Suite, suiteNames } from "../../tasks/suite.ts";
import type { DatasetFormat } from "../../trajectories/formats/format.ts";
import { given } from "../../trajectories/given.ts";

interface EvalOptions extends Omit<EvalChoice, "program">, TokenPrices, ModelOptions, ServerOptions, JudgeOptions {
  readonly suite: string;
  readonly agent?: AgentName;
  readonly agentCommand?: string;
  readonly report?: string;
  readonly out?: string;
  readonly against?: string;
  readonly parallel?: number;
  readonly format: readonly DatasetFormat[];
}

export default defineCommand<EvalOptions>({
  name: "eval",
  summary: "evaluate a policy or an external agent on a frozen suite",
  description:
    "Plays every episode of a suite, whose tasks and seeds never change, and prints a report by problem with intervals of 95 %; --out keeps each episode as it ends, and writes the report with charts. After Ctrl-C or a kill, the same command goes on where it stopped. --report reads a report that was written instead. --agent evaluates a known agent that is installed on this machine, signed in as it is there. --agent-command evaluates any program: it runs for each episode in a folder of its own, with the instruction in KUBEDRILL_INSTRUCTION and in instruction.txt, and the cluster by KUBECONFIG; it writes its diagnosis to the file that KUBEDRILL_DIAGNOSIS_FILE names, and is scored when it exits.",
  options: [
    { flags: "--suite <name>", description: `one of ${suiteNames().join(", ")}`, fallback: "lite", choices: suiteNames() },
    { ...POLICY_OPTION, description: `a built-in policy, see rollout --help`, fallback: undefined },
    { flags: "--agent <name>", description: "a ready agent to evaluate instead, with --model or its own default", choices: AGENT_NAMES },
    { flags: "--agent-command <line>", description: "a program to evaluate instead, a command line for sh" },
    {
      flags: "--agent-timeout <seconds>",
      description: "time after which it is killed and its work is scored as it stands",
      fallback: 1_800,
      parse: wholeNumber("--agent-timeout", 1, 86_400),
    },
    {
      flags: "--repeats <n>",
      description: "episodes of each task, for pass@k and pass^k; agents and models draw other ways in each",
      fallback: 1,
      parse: wholeNumber("--repeats", 1, 1024),
    },
    { flags: "--report <file>", description: "play nothing, and report on this report.json, or that of this folder" },
    { flags: "--out <folder>", description: "where to keep episodes and write the report; new, or begun by the same command" },
    FORMAT_OPTION,
    {
      flags: "--against <file>",
      description: "compare with this report.json, or that of this folder, problem by problem and task by task",
    },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    {
      flags: "--parallel <n>",
      description: "episodes at once (default: as many as cores; llm: 8; agents: 1)",
      parse: wholeNumber("--parallel", 1, 4096),
    },
    ...PRICE_OPTIONS,
    ...MODEL_OPTIONS,
    ...JUDGE_OPTIONS,
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "eval --suite sregym --policy expert", says: "the expert on the problems of SREGym that ship here" },
    { command: "eval --suite lite --agent claude-code --out results", says: "an agent that is installed here, with its logs" },
    { command: 'eval --suite lite --agent-command "$PWD/my-agent.sh" --out results', says: "a program of yours, with its logs" },
    {
      command: "eval --suite lite --policy llm --base-url http://localhost:11434/v1 --model qwen3:8b --out results",
      says: "a model behind an endpoint, such as Ollama's",
    },
    {
      command: "eval --report results --format inspect --out results",
      says: "the same episodes as a log that inspect view --log-dir results/data/inspect shows",
    },
    { command: "replay results", says: "play its episodes again, to see that each is as it was" },
    { command: "eval --policy random --against results", says: "how much better or worse, with an interval" },
    { command: "eval --report new --against old --out compared", says: "two reports, as a table and as charts" },
  ],
  doing: ({ suite, policy, agent: ready, agentCommand, report }) => {
    const agent = policy ?? ready ?? agentCommand;
    return agent === undefined || report !== undefined ? undefined : `evaluating ${agent} on the suite ${suite}`;
  },
  run: async (options, output) => {
    const { against } = options;
    const out = folderOf(options);
    const before = against === undefined ? undefined : { name: against, report: readReport(against) };
    if (options.format.length > 0 && out === undefined) throw new CliError("--format needs --out");
    const judge = judgeSettingsOf(options);
    if (judge !== undefined && out === undefined) throw new CliError("--judge-url needs --out, the folder of the diagnoses");
    if (out !== undefined) mkdirSync(out, { recursive: true }); // before an hour of playing, rather than after it
    const report = await reportOf(options, output);
    const view = await readView(report, { place: options.report ?? out, prices: options, before });
    output.print(renderReport(view).trimEnd());
    if (out !== undefined) {
      await writeReport(out, view);
      for (const { name } of writeEpisodes(out, view, options.format)) output.info(`wrote ${join(out, name)}`);
      if (judge !== undefined) output.print(`\n${renderAgreement(await judgeFolder(view.folder ?? out, judge, output), judge.model)}`);
    }
    if (missingOf(report) > 0 && options.report === undefined) {
      const kept =
        out === undefined
          ? "; with --out they would be kept"
          : ` and kept in ${out}; go on with\n  ${toCommandLine(process.argv.slice(2))}`;
      output.info(`stopped: ${report.results.length} of ${report.episodes} episodes were played${kept}`);
      return EXIT_CODES.interrupted.code;
    }
    return report.results.every((one) => one.sample_valid) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

const reportOf = async (options: EvalOptions, output: CliOutput): Promise<EvalReport> => {
  const { policy, agent, agentCommand, report } = options;
  if ([policy, agent, agentCommand, report].filter((one) => one !== undefined).length !== 1)
    throw new CliError("give one of --policy, --agent, --agent-command and --report");
  if (report !== undefined) return readReport(report);
  const suite = await readSuite(options.suite);
  const model = agent === undefined ? modelSettingsOf(options, policy === undefined ? [] : [policy]) : undefined;
  const program = programOf(options);
  const choice = { ...options, ...given("program", program) };
  const settings = settingsOf(suite, choice, model);
  const player = await openPlayer(options, program, suite, model);
  const name = [policy ?? program?.name, settings["model"]].filter((word) => word !== undefined).join(" ");
  try {
    return { agent: name, ...(await evaluate(player, { suite, settings, choice, ...given("folder", folderOf(options)) }, output)) };
  } finally {
    await player.close();
  }
};

/** Program that plays; undefined: a policy does. @throws CliError where a ready agent is not installed */
const programOf = ({ agent, agentCommand, model, baseUrl }: EvalOptions): EvalProgram | undefined => {
  if (agent !== undefined && baseUrl !== undefined)
    throw new CliError("--base-url is for --policy llm; a ready agent takes the endpoint of its own settings");
  if (agent !== undefined) return { name: agent, isReady: true, ...openReadyAgent(agent, model), ...given("model", model) };
  return agentCommand === undefined ? undefined : { name: agentCommand, isReady: false, command: agentCommand };
};

const openPlayer = async (
  options: EvalOptions,
  program: EvalProgram | undefined,
  suite: Suite,
  model: ModelSettings | undefined,
): Promise<Player> => {
  const folder = folderOf(options);
  if (program === undefined || folder === undefined) return await openEngine({ ...options, ...given("llm", model) });
  const logFileOf = logNameOf(suite);
  return await openAgentPlayer(
    { command: program.command, timeoutMs: options.agentTimeout * 1_000, logFileOf: (order) => join(folder, logFileOf(order)) },
    options,
  );
};

/** Folder of the episodes; what a program prints is kept in any case. */
const folderOf = ({ out, agent, agentCommand }: EvalOptions): string | undefined =>
  out ?? ((agent ?? agentCommand) === undefined ? undefined : "kubedrill-eval");
