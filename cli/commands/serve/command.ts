import { JournalLockedError } from "#core/journal-locked-error.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import type { OwnServer } from "#env/server/datasets/dataset-maker.ts";
import type { RunningServer } from "#env/server/serve.ts";
import { defineCommand } from "../../command.ts";
import type { SelfCheck } from "../../engine/self-check.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { JUDGE_ENDPOINT_OPTIONS, judgeSettingsOf } from "../../options/judge-options.ts";
import { addressOf } from "../../options/listen-address.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { POOL_OPTIONS, type PoolSettingOptions, poolSettingsOf } from "../../options/pool-options.ts";
import type { CliOutput } from "../../output/output.ts";

interface ServeOptions extends PoolSettingOptions {
  readonly listen?: string;
  readonly threads?: string;
  readonly slots?: string;
  readonly journal?: string;
  readonly warmCache?: string;
  readonly selfCheck?: boolean;
  readonly logLevel?: string;
  readonly logTasks?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
  readonly insecure?: boolean;
  readonly httpPort?: string;
  readonly tokenFile?: string;
  readonly clientTokens?: string;
  readonly taskKeyFile?: string;
  readonly requireToken?: boolean;
  readonly backend?: string;
  readonly kubeconfig?: string;
  readonly app?: string;
  readonly loadRps?: string;
  readonly untilStdinEnds?: boolean;
  readonly prometheus?: string;
  readonly loki?: string;
  readonly jaeger?: string;
  readonly judgeUrl?: string;
  readonly judgeModel?: string;
  readonly judgeTimeout?: number;
}

export default defineCommand<ServeOptions>({
  name: "serve",
  summary: "start a server that hands out episodes over gRPC",
  description:
    "Starts the server, on the simulated backend unless told otherwise, and prints one line when it takes calls. Each setting may also come from the environment as KUBEDRILL_SERVER_<NAME>, such as KUBEDRILL_SERVER_PORT. The first Ctrl-C suspends running episodes in the journal (without one, lets them finish), the second stops at once. Logs go to stderr.",
  options: [
    { flags: "--listen <host:port>", description: "address to listen on; port 0 takes any free one (default: 127.0.0.1:50051)" },
    { flags: "--threads <n>", description: "threads that play episodes (default: one per core)" },
    { flags: "--slots <n>", description: "episodes that may run at once (default: 1024, in namespaces 4, in kind clusters 2)" },
    { flags: "--journal <folder>", description: "where leases and actions are kept across restarts (default: the user's state folder)" },
    {
      flags: "--warm-cache <folder>",
      description: "worlds made by kubedrill cache warm, which servers of the same build share; read, and never written to (default: none)",
    },
    {
      flags: "--http-port <port>",
      description: "answer /healthz, /readyz and /metrics on this port of 127.0.0.1, and show running episodes in a browser (default: no)",
    },
    { flags: "--self-check", description: "play one expert episode over gRPC first; a failure stops the server" },
    { flags: "--log-level <level>", description: "what is logged on stderr", choices: ["debug", "info", "warn", "error", "silent"] },
    {
      flags: "--log-tasks",
      description: "name the tasks of episodes in the log by their URIs, which tell the answers (default: public ids)",
    },
    { flags: "--tls-cert <file>", description: "PEM certificate; needed with --tls-key to listen to other machines" },
    { flags: "--tls-key <file>", description: "PEM key of the certificate" },
    { flags: "--tls-client-ca <file>", description: "PEM authorities; clients must then show a certificate" },
    {
      flags: "--token-file <file>",
      description:
        "where the operator's token, which opens everything, is written; clients of this user on this machine find it (default: the user's state folder)",
    },
    {
      flags: "--client-tokens <file>",
      description:
        "tokens of clients, a line each: name, token, scopes (play, train, eval, holdout, admin); needed to be called from other machines",
    },
    {
      flags: "--task-key-file <file>",
      description:
        "key that servers share so that a draw, a group and a seed mean the same at each of them: 64 hexadecimal digits, as of openssl rand -hex 32 (default: one of the journal's own)",
    },
    { flags: "--require-token", description: "admit nobody without a token on this machine either" },
    { flags: "--insecure", description: "listen to other machines without TLS" },
    {
      flags: "--until-stdin-ends",
      description: "stop as at Ctrl-C when standard input ends, as it does when the program that started this one is gone",
    },
    {
      flags: "--backend <name>",
      description:
        "sim: worlds in memory; namespaces: slots in a real cluster, kind: clusters of their own, both kept warm in a pool (see kubedrill pool)",
      choices: ["sim", "namespaces", "kind"],
    },
    { flags: "--kubeconfig <file>", description: "of the real cluster (default: as kubectl finds it)" },
    { flags: "--app <name>", description: "of the real cluster's slots (default: hotel-reservation)" },
    ...POOL_OPTIONS,
    { flags: "--load-rps <n>", description: "users' requests a second on each slot of a real cluster (default: 5)" },
    {
      flags: "--prometheus <url>",
      description:
        "ask this Prometheus about real slots, {namespace} standing for the slot's (default: metrics are collected by the server)",
    },
    { flags: "--loki <url>", description: "ask this Loki about real slots (default: logs are read by the server)" },
    { flags: "--jaeger <url>", description: "ask this Jaeger about real slots (default: traces are read from the app's own)" },
    ...JUDGE_ENDPOINT_OPTIONS,
    {
      flags: "--judge-timeout <seconds>",
      description: "longest wait for a verdict of the judge, all tries together; then there is none (default: 60)",
      parse: wholeNumber("--judge-timeout", 1, 3_600),
    },
  ],
  examples: [
    { command: "serve", says: "on this machine, port 50051" },
    { command: "serve --listen 127.0.0.1:0 --json", says: "for a program: any free port, told in the ready line" },
    { command: "serve --listen 0.0.0.0:50051 --tls-cert server.pem --tls-key server-key.pem", says: "for other machines" },
    { command: "serve --backend namespaces --kubeconfig ./admin.yaml --slots 8", says: "episodes in eight namespaces of a real cluster" },
  ],
  doing: ({ listen }) => `starting a server${listen === undefined ? "" : ` on ${listen}`}`,
  run: async (options, output) => {
    const startedAtMs = performance.now();
    const { server, open } = await start(options);
    const check = options.selfCheck === true ? await (await import("../../engine/self-check.ts")).checkServer(server, open) : undefined;
    if (check !== undefined && !check.passed) {
      await server.close(0);
      throw new CliError(`the self-check failed, so this server would not score right: ${check.says}`, "unavailable");
    }
    const { serveUntilSignal } = await import("#env/server/serve-until-signal.ts");
    const stopped = serveUntilSignal(server, () =>
      output.info("stopping when the calls under way are answered; Ctrl-C again stops at once"),
    );
    announce(server, check, Math.round(performance.now() - startedAtMs), output);
    if (options.untilStdinEnds === true) process.stdin.resume().once("close", () => process.kill(process.pid, "SIGTERM"));
    const { suspended, directory } = await stopped;
    process.stdin.pause(); // an open pipe that is read would keep this process alive
    if (directory !== undefined)
      output.info(`${suspended} episodes are suspended in ${directory}; serve again with this journal, and they go on`);
    return EXIT_CODES.ok.code;
  },
});

const start = async (options: ServeOptions): Promise<{ readonly server: RunningServer; readonly open: OpenHost | undefined }> => {
  const { readConfig } = await import("#env/open/config.ts");
  const config = readConfig(settingsOf(options), process.env);
  const { judgeUrl, judgeModel, judgeTimeoutMs } = config;
  const judging = judgeSettingsOf({ judgeUrl, judgeModel, judgeTimeout: judgeTimeoutMs / 1_000 });
  const [{ startServer }, { openParts }] = await loadServer();
  const parts = await openParts(config).catch((error: unknown) => {
    throw explainOpening(error);
  });
  try {
    const [{ makeDatasets }, { answerLive }, { createServerJudge }] = await loadMakers();
    const { open, host } = parts;
    const makers = { makeDatasets: (own: OwnServer) => makeDatasets(own, host.answer), makePages: answerLive };
    const judge = judging && createServerJudge(judging);
    return { server: await startServer(config, { parts: { ...parts, ...(judge && { judge }) }, ...makers }), open };
  } catch (error) {
    await parts.close(); // its threads would keep this process alive
    throw explainStart(error as Error, options);
  }
};

/** Says which option names another pool; every other failure is explained where it is caught. */
const explainOpening = (error: unknown): unknown => {
  if (!(error instanceof JournalLockedError)) return error;
  return new CliError(`${error.what}; stop that one, or name another pool with --pool`, "unavailable");
};

const explainStart = (error: Error, { listen = "127.0.0.1:50051", journal }: ServeOptions): Error => {
  const { message } = error;
  const other = `take any free port with --listen ${listen.replace(/\d+$/, "0")}`;
  if (error instanceof JournalLockedError)
    return new CliError(journal === undefined ? `${listen} cannot be served: ${message}, or ${other}` : message, "unavailable");
  if (/EADDRNOTAVAIL/.test(message))
    return new CliError(`${listen} is no address of this machine; 0.0.0.0 stands for all that it has`, "unavailable");
  if (!/EADDRINUSE|address already in use/i.test(message)) return error;
  return new CliError(`${listen} is taken, perhaps by another kubedrill; stop that one, or ${other}`, "unavailable");
};

// The server is loaded when it is needed, so that help and usage errors come at once.
const loadServer = () => Promise.all([import("#env/server/serve.ts"), import("#env/open/open-parts.ts")]);

const loadMakers = () =>
  Promise.all([
    import("../../engine/make-datasets.ts"),
    import("../../viewing/answer-live.ts"),
    import("../../judge/create-server-judge.ts"),
  ]);

const settingsOf = (options: ServeOptions) => ({
  ...addressOf(options.listen),
  threads: options.threads,
  slots: options.slots,
  stateDirectory: options.journal,
  warmCache: options.warmCache,
  logLevel: options.logLevel,
  logTasks: options.logTasks,
  tlsCertificate: options.tlsCert,
  tlsKey: options.tlsKey,
  tlsClientCa: options.tlsClientCa,
  insecure: options.insecure,
  httpPort: options.httpPort,
  tokenFile: options.tokenFile,
  clientTokens: options.clientTokens,
  taskKeyFile: options.taskKeyFile,
  requireToken: options.requireToken,
  backend: options.backend,
  kubeconfig: options.kubeconfig,
  app: options.app,
  ...poolSettingsOf(options),
  loadRps: options.loadRps,
  prometheus: options.prometheus,
  loki: options.loki,
  jaeger: options.jaeger,
  judgeUrl: options.judgeUrl,
  judgeModel: options.judgeModel,
  judgeTimeoutMs: options.judgeTimeout && options.judgeTimeout * 1_000,
});

const announce = (server: RunningServer, check: SelfCheck | undefined, readyMs: number, output: CliOutput): void => {
  const { address, tasks, facts, recovery } = server;
  const { replaying, lost } = recovery;
  output.emit({
    event: "ready",
    address,
    backend: facts.backend,
    tasks,
    ready_ms: readyMs,
    replaying,
    lost,
    ...(server.httpAddress !== undefined && { http: server.httpAddress }),
    ...(server.tokenFile !== undefined && { token_file: server.tokenFile }),
    ...(check && { self_check: { task: check.task, return: check.return, steps: check.steps, ms: check.ms } }),
  });
  const checked =
    check === undefined ? "" : `; self-check: the expert earned ${check.return?.toFixed(3)} in ${check.steps} steps, ${check.ms} ms`;
  const token =
    server.tokenFile === undefined
      ? ""
      : ` Without a token callers may play, and learn no answers; yours, which clients find by themselves, is in ${server.tokenFile}.`;
  const pages = server.httpAddress === undefined ? "" : ` Episodes are shown at http://${server.httpAddress}/ for that token.`;
  const back = replaying + lost === 0 ? "" : `; ${replaying} episodes come back, ${lost} are lost`;
  output.print(
    `kubedrill is ready on ${address} after ${(readyMs / 1000).toFixed(1)} s: backend ${facts.backend}, ${tasks} tasks${checked}${back}. Try: npx kubedrill rollout --server ${address} --episodes 5.${token}${server.tokenFile === undefined ? "" : pages}`,
  );
};
