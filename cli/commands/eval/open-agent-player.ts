import { availableParallelism } from "node:os";
import type { AgentAccess } from "#clients/typescript/index.ts";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { describeServer } from "../../engine/connect-to-server.ts";
import type { Engine, EpisodeOrder } from "../../engine/engine.ts";
import { openClient, type ServerAccess } from "../../engine/open-client.ts";
import { commandOf } from "../../engine/open-engine.ts";
import { createRemoteHost, type RemoteHost } from "../../engine/remote-host.ts";
import { CliError } from "../../errors/cli-error.ts";
import { given } from "../../trajectories/given.ts";
import { type EpisodeRecording, recordEpisode } from "../../trajectories/record-episode.ts";
import { type RecordingHost, recordHost } from "./record-host.ts";
import { runAgent } from "./run-agent.ts";

/** Player of the episodes of an evaluation: an engine, or programs on a server. */
export type Player = Pick<Engine, "parallel" | "play" | "provenance" | "close">;

/** A program that plays. */
export interface AgentProgram {
  /** Command line for `sh -c`. */
  readonly command: string;
  readonly timeoutMs: number;
  /** File of what it prints in an episode. */
  readonly logFileOf: (order: EpisodeOrder) => string;
}

/** Connects to a server, or starts one in this process that admits nobody else, on which a program plays each episode in a process of its own. */
export const openAgentPlayer = async (
  program: AgentProgram,
  { server, parallel = 1, ...access }: ServerAccess & { readonly server?: string; readonly parallel?: number },
): Promise<Player> => {
  const own = server === undefined ? await startOwn() : undefined;
  const address = own?.running.address ?? (server as string);
  const { client, info } = await openClient(address, own === undefined ? access : { token: own.running.operatorToken });
  const place: Place = {
    host: createRemoteHost(client),
    accessOf: (serverId) => client.agentAccess(serverId),
    ...given("seen", own?.seen),
  };
  const playing = new Set<Promise<EpisodeRecording>>();
  return {
    parallel,
    provenance: describeServer(info),
    play: (order, signal = NEVER) => {
      const recording = playAgent(place, order, program, signal);
      playing.add(recording);
      void recording.catch(() => undefined).then(() => playing.delete(recording));
      return recording;
    },
    close: async () => {
      await Promise.allSettled(playing); // those that were stopped close their episodes
      await client.close();
      await own?.running.close(0);
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
  const parts = await openParts(config);
  const seen = recordHost(parts.host);
  return { running: await startServer(config, { parts: { ...parts, host: seen.host } }), seen };
};

/** Place in which a program plays. */
interface Place {
  readonly host: RemoteHost;
  readonly accessOf: (serverId: string) => Promise<AgentAccess>;
  /** Record by the server itself of its episodes; missing: it is another process's. */
  readonly seen?: RecordingHost;
}

/** Plays an episode with a program in its own process: it works by its addresses, and its end is its submission. */
const playAgent = async (
  { host, accessOf, seen }: Place,
  order: EpisodeOrder,
  { command, timeoutMs, logFileOf }: AgentProgram,
  signal: AbortSignal,
): Promise<EpisodeRecording> => {
  const recorder = recordEpisode(host);
  const { episodeId } = order;
  const logFile = logFileOf(order);
  const beganMs = performance.now();
  const start = await recorder.host.reset(commandOf(order));
  const serverId = host.serverIdOf(episodeId);
  try {
    const instruction = instructionFor(start.observation);
    const { status, diagnosis } = await runAgent({ command, access: await accessOf(serverId), instruction, timeoutMs, logFile, signal });
    signal.throwIfAborted();
    // What the agent did over MCP were steps.
    const { observation, ending } = await host.observe({ episodeId, views: [{ name: "text" }] });
    const { virtualMs, stepIndex } = observation;
    const isIdle = virtualMs === 0 && stepIndex === 0 && diagnosis === undefined;
    if (isIdle && CANNOT_START.includes(status ?? 0)) throw notStarted(status, logFile);
    if (diagnosis !== undefined && ending === undefined) await recorder.host.step({ episodeId, stepIndex, actions: [submit(diagnosis)] });
    await recorder.host.reward({ episodeId, finalize: true, explain: true });
    const { reset, ...recording } = recorder.recording()!;
    return {
      ...recording,
      // A server keeps the names of tasks to itself where the caller may not know them.
      reset: { ...reset, outcome: { ...reset.outcome, task: { ...reset.outcome.task, uri: order.taskUri } } },
      ...seen?.take(serverId),
      ...given("workedMs", ending === undefined ? virtualMs : undefined),
      ...given("remark", status === 0 ? undefined : `${logFile}: ${describeEnd(status, timeoutMs)}`),
      wallMs: performance.now() - beganMs,
    };
  } finally {
    await host.close({ episodeId });
  }
};

const submit = (text: string): Parameters<EpisodeHost["step"]>[0]["actions"][number] => ({
  body: { kind: "tool", name: "submit_diagnosis", argumentsJson: JSON.stringify({ text }) },
});

const NEVER = new AbortController().signal;

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
