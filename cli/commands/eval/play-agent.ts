import { availableParallelism } from "node:os";
import type { Client } from "#clients/typescript/index.ts";
import { describeServer } from "../../engine/connect-to-server.ts";
import { openClient, type ServerAccess } from "../../engine/open-client.ts";
import { toReport } from "../../engine/remote-host.ts";
import { recordComponent } from "../../trajectories/record-components.ts";
import type { Provenance } from "../../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";
import { runAgent } from "./run-agent.ts";
import type { SuiteEpisode } from "./suite.ts";

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
  readonly signal: AbortSignal;
}

/** Connects to a server, or starts one in this process that admits nobody else. */
export const openAgentServer = async (server: string | undefined, access: ServerAccess = {}): Promise<AgentServer> => {
  const own = server === undefined ? await startOwn() : undefined;
  const address = own?.address ?? (server as string);
  const { client, info } = await openClient(address, own === undefined ? access : { token: own.operatorToken });
  return {
    provenance: describeServer(info),
    play: (episode, options) => playAgent(client, episode, options),
    close: async () => {
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
  const { command, timeoutMs, logFile, profile, signal } = options;
  const played = await client.reset({
    task: episode.task,
    seed: BigInt(episode.seed),
    ...(profile === undefined ? {} : { rewardProfile: profile }),
  });
  try {
    const access = await client.agentAccess(played.id);
    const { diagnosis } = await runAgent({
      command,
      access,
      instruction: instructionFor(played.observation),
      timeoutMs,
      logFile,
      signal,
    });
    const { virtualMs } = await played.observe(["text"]); // what the agent did over MCP were steps
    const hasEnded = played.ending !== undefined;
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
