import type { ServerInfo__Output } from "#proto/gen/kubedrill/v1/ServerInfo.ts";
import type { Action } from "./actions.ts";
import { several } from "./addresses.ts";
import { type AgentAccess, readAgentAccess } from "./agent-access.ts";
import { sendBatch } from "./batch.ts";
import type { ServerCalls } from "./calls.ts";
import { createChannel } from "./channel.ts";
import { createCloseTokens } from "./close-tokens.ts";
import { type Draws, readDraws, type SampleOptions, toSampleRequest } from "./draws.ts";
import { type Episode, type EpisodeClient, startEpisode } from "./episode.ts";
import { KubedrillError } from "./errors.ts";
import { createFleetChannel, type FleetChannel, type FleetChannelOptions } from "./fleet-channel.ts";
import { type GeneratedRow, type GenerateOptions, readRow, toGenerateRequest } from "./generate-trajectories.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { type OpenAiTool, toOpenAi } from "./openai-tool.ts";
import { readTask, readToolProfile, type StepResult, type Task, type ToolProfile } from "./replies.ts";
import { type ResetOptions, toResetRequest } from "./requests.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { type TaskFilter, toWireFilter } from "./task-filter.ts";
import type { Only } from "./write-members.ts";

/** Options of a client: its connection and the heartbeats of its episodes. */
export interface ClientOptions extends FleetChannelOptions {
  /** Interval at which the leases of live episodes are renewed, ms. Missing: 60,000. */
  readonly heartbeatMs?: number;
}

/** A connection to a server, or to several that are used as one. */
export interface Client {
  /** Returns the address of the server of an episode; undefined: it is lost, or of another client. */
  serverOf(episodeId: string): string | undefined;
  serverInfo(): Promise<ServerInfo__Output>;
  /** Returns the tools, system prompt and usual limits of a profile (missing: all tools), without an episode. */
  toolProfile(name?: string): Promise<ToolProfile>;
  /** Lists the tools of a profile (missing: all) as OpenAI's functions, nested schemas and all. */
  listTools(profile?: string): Promise<OpenAiTool[]>;
  /** Lists matching tasks, page by page; split `train` unless the filter says otherwise. */
  listTasks<Given extends TaskFilter>(filter?: Only<TaskFilter, Given>): AsyncIterable<Task>;
  /** Draws tasks and seeds: the same seed and cursor give the same draws. */
  sampleTasks<Given extends SampleOptions>(options?: Only<SampleOptions, Given>): Promise<Draws>;
  /** Has the server play episodes and streams them as rows, in order; leaving the loop cancels the rest. */
  generateTrajectories<Given extends GenerateOptions>(options?: Only<GenerateOptions, Given>): AsyncIterable<GeneratedRow>;
  /** Starts an episode; a draw of `sampleTasks` is options as it is. */
  reset<Given extends ResetOptions>(options?: Only<ResetOptions, Given>): Promise<Episode>;
  /** Starts many episodes in one call; a failed item is its error, in place. */
  resetBatch<Given extends ResetOptions>(items: readonly Only<ResetOptions, Given>[]): Promise<(Episode | KubedrillError)[]>;
  /** Steps many episodes in one call; a failed item is its error, in place. */
  stepBatch(items: readonly BatchStep[]): Promise<(StepResult | KubedrillError)[]>;
  /** Opens a stream for many cheap calls. */
  session(options?: SessionOptions): Promise<Session>;
  /** Returns a kubeconfig for the cluster of a running episode, as YAML, with the agent's rights; it is valid until the episode ends. */
  kubeconfig(episodeId: string): Promise<string>;
  /** Returns the addresses of all that the agent of a running episode can reach by itself; they are valid until the episode ends. */
  agentAccess(episodeId: string): Promise<AgentAccess>;
  /** Releases the slots of many episodes; what cannot be closed now ends with its lease. */
  closeBatch(episodes: readonly Episode[]): Promise<void>;
  /** Closes the open episodes, then the channel. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** One item of a batch of steps. */
export interface BatchStep {
  readonly episode: Episode;
  readonly actions: Action | readonly Action[];
}

const DEFAULT_TARGET = "localhost:50051";
const PAGE_SIZE = 1000;

/**
 * Creates a client of the server at `host:port`, or of several: `host:port,host:port`, a list, or a name whose servers come and go
 * (`dns:///name:port`). Nothing is sent before the first call.
 * @throws TypeError an address is none
 */
export const connect = (target: string | readonly string[] = DEFAULT_TARGET, options: ClientOptions = {}): Client => {
  const channel = openChannel(target, options);
  const { calls } = channel;
  const heartbeat = createHeartbeat(options.heartbeatMs ?? 60_000, async (episodeIds) => {
    const reply = await calls.heartbeat({ episodeIds: [...episodeIds] });
    for (const lease of reply.leases ?? [])
      if (lease.state === "EPISODE_STATE_CLOSED" || lease.state === "EPISODE_STATE_ENDED") heartbeat.discard(lease.episodeId ?? "");
  });
  const closeTokens = createCloseTokens();
  const client: EpisodeClient = { calls, heartbeat, closeTokens };
  const close = async () => {
    heartbeat.stop();
    await Promise.allSettled([...heartbeat.episodeIds].map((episodeId) => calls.close(closeTokens.requestFor(episodeId))));
    channel.close();
  };
  const toolProfile = async (name = "") => readToolProfile(await calls.getToolProfile({ name }));
  return {
    serverOf: channel.serverOf,
    toolProfile,
    listTools: async (profile) => (await toolProfile(profile)).tools.map(toOpenAi),
    serverInfo: () => calls.getServerInfo({}),
    listTasks: (filter: TaskFilter = {}) => listTasks(calls.listTasks, filter),
    sampleTasks: async (sample: SampleOptions = {}) => readDraws(await calls.sampleTasks(toSampleRequest(sample))),
    generateTrajectories: async function* (generate: GenerateOptions = {}) {
      for await (const reply of channel.generate(toGenerateRequest(generate))) yield readRow(reply);
    },
    reset: async (reset: ResetOptions = {}) => startEpisode(client, await calls.reset(closeTokens.keep(toResetRequest(reset)))),
    resetBatch: async (items: readonly ResetOptions[]) => {
      const requests = items.map((item) => closeTokens.keep(toResetRequest(item)));
      const replies = await sendBatch(requests, async (batch) => (await calls.resetBatch({ items: batch })).items ?? []);
      return replies.map((reply) => (reply instanceof KubedrillError ? reply : startEpisode(client, reply)));
    },
    stepBatch: async (items) => {
      const requests = items.map(({ episode, actions }) => episode.stepRequest(actions));
      const replies = await sendBatch(requests, async (batch) => (await calls.stepBatch({ items: batch })).items ?? []);
      return replies.map((reply, i) => (reply instanceof KubedrillError ? reply : items[i]!.episode.absorb(reply)));
    },
    session: (session = {}) => openSession(channel, { heartbeat, closeTokens }, session),
    kubeconfig: async (episodeId) => (await calls.getKubeconfig({ episodeId })).kubeconfig ?? "",
    agentAccess: async (episodeId) => readAgentAccess(await calls.getAgentAccess({ episodeId })),
    closeBatch: async (episodes) => void (await Promise.allSettled(episodes.map((episode) => episode.close()))),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const openChannel = (target: string | readonly string[], options: ClientOptions): FleetChannel => {
  const addresses = several(target);
  if (addresses !== undefined) return createFleetChannel(addresses, options);
  const address = target as string; // a channel refuses what is none
  return { ...createChannel(address, options, { budgetMs: options.retryBudgetMs }), serverOf: () => address };
};

async function* listTasks(call: ServerCalls["listTasks"], filter: TaskFilter): AsyncGenerator<Task> {
  let pageToken = "";
  do {
    const reply = await call({ filter: toWireFilter(filter), pageSize: PAGE_SIZE, pageToken });
    yield* (reply.tasks ?? []).map(readTask);
    pageToken = reply.nextPageToken ?? "";
  } while (pageToken !== "");
}
