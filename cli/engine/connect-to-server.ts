import { availableParallelism } from "node:os";
import type { Backend, Client, TaskFilter as ClientFilter, SampleOptions, Task } from "#clients/typescript/index.ts";
import type { SampleRequest, TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import type { EpisodeHost, TaskInfo } from "#env/host/episode-protocol.ts";
import { CliError } from "../errors/cli-error.ts";
import type { Provenance } from "../trajectories/trajectory.ts";
import { type Engine, EPISODES_PER_THREAD } from "./engine.ts";
import { openClient, type ServerAccess } from "./open-client.ts";
import { createRemoteHost, toTaskInfo } from "./remote-host.ts";

/** An engine on a server, without the policies, which run here. */
export type RemoteServer = Omit<Engine, "plan" | "play">;

/** Access to a server, and to the answers of its episodes. */
export interface EngineAccess extends ServerAccess {
  /** Tells the answer to an episode of the server; missing: nobody does. */
  readonly answer?: EpisodeHost["answer"];
}

/** Connects to a server and asks what it is. @throws CliError where it would keep tasks' names and details of rewards to itself */
export const connectToServer = async (server: string, access: EngineAccess = {}): Promise<RemoteServer> => {
  const { client, info, hasToken } = await openClient(server, access);
  if (info.scopes?.includes("train") !== true) {
    await client.close();
    throw new CliError(
      `${server} names no tasks and gives no details of rewards ${hasToken ? "for this token" : "without its token"}; give --token-file with the file that its ready line names`,
    );
  }
  const provenance = describeServer(info);
  return {
    host: createRemoteHost(client, access.answer),
    provenance,
    // Real clusters have few slots, for which too many resets would wait.
    parallel: (provenance.backend === "sim" ? EPISODES_PER_THREAD : 2) * availableParallelism(),
    listTasks: async (filter) => await listTasks(client, filter),
    sampleTasks: async (request) => await sampleTasks(client, request),
    close: () => client.close(),
  };
};

/** Describes a server for records of what was played there. */
export const describeServer = (info: Awaited<ReturnType<Client["serverInfo"]>>): Provenance => ({
  server_version: info.serverVersion ?? "",
  build_digest: info.buildDigest ?? "",
  runtime: info.runtime ?? "",
  catalogue_digest: info.catalogueDigest ?? "",
  backend: (info.backends?.[0]?.backend ?? "").replace("BACKEND_", "").toLowerCase(),
  determinism: (info.backends?.[0]?.determinism ?? "").replace("DETERMINISM_", ""),
});

const listTasks = async (client: Client, filter: TaskFilter): Promise<readonly TaskInfo[]> => {
  const tasks: Task[] = [];
  for await (const task of client.listTasks(toClientFilter(filter))) tasks.push(task);
  return tasks.map(toTaskInfo);
};

const sampleTasks = async (client: Client, { filter, kind, seed, n, cursor, repeats, weights }: SampleRequest) => {
  const order = cursor === undefined ? {} : { cursor };
  const request: SampleOptions = { filter: toClientFilter(filter), kind: KINDS[kind], seed: BigInt(seed), n, repeats, weights, ...order };
  const reply = await client.sampleTasks(request);
  const draws = reply.draws.map((draw) => ({
    taskUri: draw.spoilers.taskUri,
    seed: String(draw.seed),
    groupId: draw.groupId,
    probability: draw.probability,
  }));
  return { draws, cursor: reply.cursor, seed: String(reply.seed) };
};

const KINDS = {
  BALANCED: "balanced",
  UNIFORM: "uniform",
  SHUFFLED: "shuffled",
  SEQUENTIAL: "sequential",
  WEIGHTED: "weighted",
  CURRICULUM: "curriculum",
} as const;

const toClientFilter = ({ backend, ...filter }: TaskFilter): ClientFilter => ({
  ...filter,
  ...(backend === undefined ? {} : { backend: backend as Backend }),
});
