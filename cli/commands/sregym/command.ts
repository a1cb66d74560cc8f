import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { digestJson, shortDigest } from "#core/digest.ts";
import { logNameOf } from "../../agents/log-name.ts";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { settingsOf } from "../../evaluations/eval-plan.ts";
import { evaluate } from "../../evaluations/evaluate.ts";
import { readView } from "../../evaluations/read-view.ts";
import { renderReport } from "../../evaluations/render-report.ts";
import { type EvalReport, missingOf } from "../../evaluations/report.ts";
import { writeReport } from "../../evaluations/write-report.ts";
import { judgeFolder } from "../../judge/judge-folder.ts";
import { renderAgreement } from "../../judge/render-agreement.ts";
import { JUDGE_OPTIONS, type JudgeOptions, judgeSettingsOf } from "../../options/judge-options.ts";
import { listOfText, wholeNumber } from "../../options/option-values.ts";
import { toCommandLine } from "../../output/command-line.ts";
import type { CliOutput } from "../../output/output.ts";
import { openConductedPlayer } from "../../sregym/open-conducted-player.ts";
import { type Kickoff, readKickoff } from "../../sregym/read-agents-file.ts";
import { TIME_MODES, type TimeName } from "../../sregym/time-modes.ts";
import { writeCsv } from "../../sregym/write-csv.ts";
import { readSuite, type Suite, suiteNames } from "../../tasks/suite.ts";
import { given } from "../../trajectories/given.ts";

interface SregymOptions extends JudgeOptions {
  readonly agentCommand?: string;
  readonly agents?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly suite: string;
  readonly problem?: readonly string[];
  readonly attempts: number;
  readonly parallel: number;
  readonly time: TimeName;
  readonly apiPort: number;
  readonly mcpPort: number;
  readonly agentTimeout: number;
  readonly out: string;
}

const port = (name: string, description: string) => ({
  flags: `--${name} <port>`,
  description: `${description}; 0: any free one, which the agent is told`,
  fallback: 0,
  parse: wholeNumber(`--${name}`, 0, 65_535),
});

export default defineCommand<SregymOptions>({
  name: "sregym",
  summary: "evaluate an unmodified agent of SREGym on its problems",
  description:
    "Plays problems with an agent that was written for SREGym: it finds the conductor's API, the MCP server and the cluster by the variables that it knows (API_HOSTNAME, API_PORT, MCP_SERVER_PORT, KUBECONFIG, AGENT_LOGS_DIR, AGENT_MODEL_ID), submits a diagnosis and then its mitigation, and is started anew for each problem. Everything is kept as eval keeps it, and the same command goes on where it was stopped; sregym.csv has the columns of SREGym's results. The cluster is simulated: docs/coming-from.md says what differs, before numbers are set side by side.",
  options: [
    { flags: "--agent-command <line>", description: "command line for sh that starts the agent" },
    { flags: "--agents <file>", description: "a file agents.yaml, for --agent" },
    { flags: "--agent <name>", description: "agent of that file: its kickoff_command, kickoff_workdir and kickoff_env" },
    { flags: "--model <name>", description: "value of AGENT_MODEL_ID (default: that of this shell)" },
    { flags: "--suite <name>", description: `one of ${suiteNames().join(", ")}`, fallback: "sregym", choices: suiteNames() },
    {
      flags: "--problem <ids>",
      description: "these problems of the suite alone, by their public ids: one, or several with commas",
      parse: listOfText,
    },
    { flags: "--attempts <n>", description: "attempts at each problem", fallback: 1, parse: wholeNumber("--attempts", 1, 1024) },
    {
      flags: "--parallel <n>",
      description: "problems at once, each with doors and a world of its own",
      fallback: 1,
      parse: wholeNumber("--parallel", 1, 256),
    },
    {
      flags: "--time <mode>",
      description: `how the cluster's time passes: ${Object.entries(TIME_MODES)
        .map(([name, { says }]) => `${name} (${says})`)
        .join("; ")}`,
      fallback: "virtual",
      choices: Object.keys(TIME_MODES),
    },
    port("api-port", "port of the conductor's API"),
    port("mcp-port", "port of the MCP server"),
    {
      flags: "--agent-timeout <seconds>",
      description: "time after which an agent is killed and its work is scored as it stands",
      fallback: 1_800,
      parse: wholeNumber("--agent-timeout", 1, 86_400),
    },
    {
      flags: "--out <folder>",
      description: "where to keep episodes, report and table; new, or begun by the same command",
      fallback: "kubedrill-sregym",
    },
    ...JUDGE_OPTIONS,
  ],
  examples: [
    {
      command: "sregym --agents agents.yaml --agent stratus --suite sregym-lite --out stratus",
      says: "an agent of that file, in its folder",
    },
    {
      command: 'sregym --agent-command "$PWD/agent.sh" --problem missing_service_hotel_reservation',
      says: "a program of yours, one problem",
    },
    { command: "sregym --agents agents.yaml --agent codex --time real --parallel 4", says: "an agent that sleeps and polls, four at once" },
    { command: "compare stratus codex", says: "two such folders, problem by problem" },
  ],
  doing: ({ agent, agentCommand, problem, suite }) =>
    `evaluating ${agent ?? agentCommand ?? "an agent"} on ${problem?.join(", ") ?? `the suite ${suite}`}`,
  run: async (options, output) => {
    const { out, agentTimeout } = options;
    if (options.parallel > 1 && (options.apiPort !== 0 || options.mcpPort !== 0))
      throw new CliError("--api-port and --mcp-port are those of one problem at a time; leave them out with --parallel");
    const judge = judgeSettingsOf(options);
    const kickoff = kickoffOf(options);
    const suite = onlyProblems(await readSuite(options.suite), options.problem);
    mkdirSync(out, { recursive: true });
    const report = await play(options, kickoff, suite, output);
    const view = await readView(report, { place: out, prices: {}, before: undefined });
    output.print(renderReport(view).trimEnd());
    await writeReport(out, view);
    try {
      if (judge !== undefined && report.results.length > 0)
        output.print(`\n${renderAgreement(await judgeFolder(out, judge, output), judge.model)}`);
    } finally {
      output.info(`wrote ${writeCsv(out, report, agentTimeout)}`);
    }
    if (missingOf(report) > 0) {
      const goOn = `go on with\n  ${toCommandLine(process.argv.slice(2))}`;
      output.info(`stopped: ${report.results.length} of ${report.episodes} episodes were played and kept in ${out}; ${goOn}`);
      return EXIT_CODES.interrupted.code;
    }
    return report.results.every((one) => one.sample_valid) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

const kickoffOf = ({ agentCommand, agents, agent }: SregymOptions): Kickoff => {
  if ((agentCommand === undefined) === (agent === undefined)) throw new CliError("give --agent-command, or --agents with --agent");
  if (agentCommand !== undefined) return { name: agentCommand, command: agentCommand, env: {} };
  if (agents === undefined) throw new CliError(`--agent ${agent} needs --agents, the file that has it, such as agents.yaml`);
  return readKickoff(agents, agent as string);
};

const onlyProblems = (suite: Suite, problems: readonly string[] | undefined): Suite => {
  if (problems === undefined) return suite;
  for (const problem of problems) checkProblem(suite, problem);
  return { ...suite, episodes: suite.episodes.filter(({ name }) => name !== undefined && problems.includes(name)) };
};

const checkProblem = ({ name: suite, episodes, waiting }: Suite, problem: string): void => {
  if (episodes.some(({ name }) => name === problem)) return;
  const missing = waiting.find(({ name }) => name === problem)?.missing;
  throw new CliError(
    missing === undefined
      ? `the suite ${suite} has no problem ${problem}; list them with kubedrill tasks --suite ${suite}`
      : `the problem ${problem} cannot be played yet: it waits for ${missing.join(", ")}`,
  );
};

const play = async (options: SregymOptions, kickoff: Kickoff, suite: Suite, output: CliOutput): Promise<EvalReport> => {
  const { agents, agent, model, problem, attempts, time, agentTimeout, parallel, apiPort, mcpPort, out } = options;
  const program = { name: kickoff.name, isReady: false, command: kickoff.command, ...given("model", model) };
  const choice = { program, agentTimeout, repeats: attempts };
  const { repeats: _, agent_command: command, ...common } = settingsOf(suite, choice);
  const settings = {
    ...common,
    ...(agent === undefined
      ? { agent_command: command }
      : { agents: resolve(agents as string), agent, agent_digest: shortDigest(digestJson(kickoff)) }),
    ...given("model", model),
    ...given("problem", problem?.join(",")),
    ...(attempts === 1 ? {} : { attempts }),
    time,
  };
  const logNameOfOrder = logNameOf(suite);
  const player = await openConductedPlayer({
    kickoff,
    ...given("model", model),
    time,
    timeoutMs: agentTimeout * 1_000,
    apiPort,
    mcpPort,
    parallel,
    logFileOf: (order) => join(out, logNameOfOrder(order)),
    logFolderOf: (order) => join(out, logNameOfOrder(order).replace(/\.log$/, "-files")),
  });
  try {
    const report = await evaluate(player, { suite, choice, settings, folder: out, command: "sregym" }, output);
    return { agent: [kickoff.name, model].filter((word) => word !== undefined).join(" "), ...report };
  } finally {
    await player.close();
  }
};
