import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { type Backend, type Client, type TaskFilter as ClientFilter, connect, type Task } from "#clients/typescript/index.ts";
import type { SampleRequest, TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import type { Provenance } from "../trajectories/trajectory.ts";
import type { Engine } from "./engine.ts";
import { createRemoteHost, toTaskInfo } from "./remote-host.ts";

/** An engine on a server, without the policies, which run here. */
export type RemoteServer = Omit<Engine, "plan" | "play">;

/** Connects to a server and asks what it is. */
export const connectToServer = async (server: string, tokenFile?: string): Promise<RemoteServer> => {
  const token = await readToken(tokenFile);
  const client = connect(server, token === undefined ? {} : { token });
  const info = await client.serverInfo();
  return {
    host: createRemoteHost(client, info.scopes ?? []),
    provenance: describeServer(info),
    parallel: 2 * availableParallelism(),
    listTasks: async (filter) => await listTasks(client, filter),
    sampleTasks: async (request) => await sampleTasks(client, request),
    close: () => client.close(),
  };
};

/** Reads the token for a server from a file, or from the one that KUBEDRILL_TOKEN_FILE names; undefined: there is none. */
export const readToken = async (tokenFile = process.env["KUBEDRILL_TOKEN_FILE"]): Promise<string | undefined> =>
  tokenFile === undefined || tokenFile === "" ? undefined : (await readFile(tokenFile, "utf8")).trim();

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
  const request = { filter: toClientFilter(filter), kind: KINDS[kind], seed: BigInt(seed), n, repeats, weights, ...order };
  const reply = await client.sampleTasks(request);
  const draws = reply.draws.map((draw) => ({
    taskUri: draw.task,
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
