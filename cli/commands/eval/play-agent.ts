import { availableParallelism } from "node:os";
import type { Client } from "#clients/typescript/index.ts";
import { describeServer } from "../../engine/connect-to-server.ts";
import { openClient, type ServerAccess } from "../../engine/open-client.ts";
import { toReport } from "../../engine/remote-host.ts";
import { CliError } from "../../errors/cli-error.ts";
import type { SuiteEpisode } from "../../tasks/suite.ts";
import { recordComponent } from "../../trajectories/record-components.ts";
import type { Provenance } from "../../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";
import { runAgent } from "./run-agent.ts";

/** A server for external agents. */
export interface AgentServer {
  readonly provenance: Provenance;
  play(episode: SuiteEpisode, options: AgentOptions): Promise<EvalResult>;
  close(): Promise<void>;
}

/** Options of an external agent's episode. */
export interface AgentOptions {
  readonly command: string;
  readonly timeoutMs: number;
  /** File of what the agent prints. */
  readonly logFile: string;
  readonly profile?: string | undefined;
  /** Seconds; missing: the seed draws it. */
  readonly leadTime?: number | undefined;
  readonly signal: AbortSignal;
  /** Told how an agent ended that did not exit with status 0. */
  readonly note?: (text: string) => void;
}

/** Connects to a server, or starts one in this process that admits nobody else. */
export const openAgentServer = async (server: string | undefined, access: ServerAccess = {}): Promise<AgentServer> => {
  const own = server === undefined ? await startOwn() : undefined;
  const address = own?.address ?? (server as string);
  const { client, info } = await openClient(address, own === undefined ? access : { token: own.operatorToken });
  const playing = new Set<Promise<EvalResult>>();
  return {
    provenance: describeServer(info),
    play: (episode, options) => {
      const result = playAgent(client, episode, options);
      playing.add(result);
      void result.catch(() => undefined).then(() => playing.delete(result));
      return result;
    },
    close: async () => {
      await Promise.allSettled(playing); // those that were stopped close their episodes
      await client.close();
      await own?.close(0);
    },
  };
};

/** Starts a server on a free port whose every call needs a token that is in no file, so that an agent on this machine learns nothing from it. */
const startOwn = async () => {
  const [{ startServer }, { openParts }, { readConfig }] = await Promise.all([
    import("#env/server/serve.ts"),
    import("#env/open/open-parts.ts"),
    import("#env/open/config.ts"),
  ]);
  const config = readConfig({ port: 0, threads: availableParallelism(), tokenFile: "", requireToken: true, logLevel: "error" });
  return await startServer(config, { parts: await openParts(config) });
};

/** Plays an episode with an external agent in its own process: it works by its addresses, and its end is its submission. */
const playAgent = async (client: Client, episode: SuiteEpisode, options: AgentOptions): Promise<EvalResult> => {
  const { command, timeoutMs, logFile, profile, leadTime, signal, note } = options;
  const played = await client.reset({
    task: episode.task,
    seed: BigInt(episode.seed),
    ...(profile === undefined ? {} : { rewardProfile: profile }),
    ...(leadTime === undefined ? {} : { leadMs: leadTime * 1_000 }),
  });
  try {
    const access = await client.agentAccess(played.id);
    const { status, diagnosis } = await runAgent({
      command,
      access,
      instruction: instructionFor(played.observation),
      timeoutMs,
      logFile,
      signal,
    });
    signal.throwIfAborted();
    const { virtualMs } = await played.observe(["text"]); // what the agent did over MCP were steps
    const hasEnded = played.ending !== undefined;
    const isIdle = virtualMs === 0 && played.steps === 0 && diagnosis === undefined;
    if (isIdle && CANNOT_START.includes(status ?? 0)) throw notStarted(status, logFile);
    if (status !== 0) note?.(`${logFile}: ${describeEnd(status, timeoutMs)}`);
    if (diagnosis !== undefined && !hasEnded) await played.step({ tool: "submit_diagnosis", arguments: { text: diagnosis } });
    const { reward, components } = toReport(await played.reward({ finalize: true }));
    const { ending } = played;
    return {
      ...episode,
      task_digest: played.start.task.digest,
      ...(reward === undefined ? {} : { return: Number(reward.toFixed(6)) }),
      ...(ending?.success === undefined ? {} : { success: ending.success }),
      components: Object.fromEntries(components.map((part) => [part.name, recordComponent(part)])),
      steps: played.steps,
      ...(hasEnded ? {} : { virtual_ms: virtualMs }),
      end_reason: ending?.endReason ?? "",
      sample_valid: ending?.sampleValid ?? false,
    };
  } finally {
    await played.close();
  }
};

/** Statuses by which a shell says that a program cannot be run, or is not there. */
const CANNOT_START: readonly number[] = [126, 127];

/** Ends the evaluation rather than one sample: an agent must not void those that it would do badly in. */
const notStarted = (status: number | null, logFile: string): CliError =>
  new CliError(
    `the agent could not start (status ${status}; see ${logFile}); it runs in a folder of its own: give its files by whole paths`,
    "unavailable",
  );

const describeEnd = (status: number | null, timeoutMs: number): string =>
  status === null
    ? `the agent was killed after ${timeoutMs / 1_000} s; its work is scored as it stands`
    : `the agent failed with status ${status}; its work is scored as it stands`;

/** The first observation, and how an external agent reports. */
const instructionFor = ({ views }: { readonly views: readonly { readonly body: string }[] }): string =>
  [
    ...views.map(({ body }) => body.trimEnd()),
    "",
    "The cluster is reachable by kubectl or any client library; the environment variable KUBECONFIG names its kubeconfig.",
    "KUBEDRILL_MCP_URL offers the same tools over MCP, and KUBEDRILL_PROMETHEUS_URL, KUBEDRILL_LOKI_URL and KUBEDRILL_JAEGER_URL are the addresses of the",
    "telemetry's HTTP APIs. They take the bearer token KUBEDRILL_AGENT_TOKEN.",
    'Write your diagnosis to the file that KUBEDRILL_DIAGNOSIS_FILE names, as text or as {"root_causes": [{"resource": "kind/name", "fault_type": "…"}]}.',
    "Your work is judged when your process ends.",
    "",
  ].join("\n");
