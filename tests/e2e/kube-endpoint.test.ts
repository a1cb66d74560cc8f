import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { AppsV1Api, CoreV1Api, Exec, KubeConfig, Log, PortForward, Watch } from "@kubernetes/client-node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Client, connect } from "#clients/typescript/index.ts";
import { readConfig } from "#env/open/config.ts";
import { openParts } from "#env/open/open-parts.ts";
import { type RunningServer, startServer } from "#env/server/serve.ts";
import { connectTestClient } from "#env/server/testing/test-server.ts";

const NAMESPACE = "hotel-reservation";
const scratch: string[] = [];
const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "endpoint-"));
  scratch.push(directory);
  return directory;
};
const start = async (stateDirectory: string): Promise<{ readonly server: RunningServer; readonly client: Client }> => {
  const config = readConfig({ port: 0, threads: 0, stateDirectory, logLevel: "silent", kubeWaitingSpeed: 60 });
  const server = await startServer(config, { parts: await parts });
  return { server, client: connect(server.address) };
};
const parts = openParts(readConfig({ port: 0, threads: 0, stateDirectory: "" }));

let directory: string;
let server: RunningServer;
let client: Client;
beforeAll(async () => {
  directory = makeDirectory();
  ({ server, client } = await start(directory));
});
afterAll(async () => {
  await client.close();
  await server.close(0);
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const episodes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(episodes.splice(0).map((episode) => episode.close()));
});

const open = async (seed = 7n) => {
  const episode = await client.reset({ seed, task: `kubedrill://${NAMESPACE}/healthy?variant=standard&twins=none` });
  episodes.push(episode);
  return { episode, config: await configOf(episode.id) };
};
const configOf = async (id: string, of = client): Promise<KubeConfig> => {
  const config = new KubeConfig();
  config.loadFromString(await of.kubeconfig(id));
  return config;
};

/** Sends one request with any token. */
const get = (config: KubeConfig, path: string, token?: string): Promise<{ readonly status: number; readonly body: string }> => {
  const cluster = config.getCurrentCluster();
  const shown = token ?? config.getCurrentUser()?.token;
  return new Promise((resolve, reject) => {
    const ca = Buffer.from(cluster?.caData ?? "", "base64");
    const headers = shown === "" ? {} : { authorization: `Bearer ${shown}` };
    const request = httpsRequest(`${cluster?.server}${path}`, { ca, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }));
    });
    request.on("error", reject);
    request.end();
  });
};

test("a client lists, patches and watches the cluster of an episode, and time passes while it waits", async () => {
  const { config } = await open();
  const core = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  const pods = await core.listNamespacedPod({ namespace: NAMESPACE });
  expect(pods.items.length).toBeGreaterThan(10);
  const created = await core.createNamespacedConfigMap({
    namespace: NAMESPACE,
    body: { metadata: { name: "note" }, data: { at: "2020-01-01T00:00:00Z" } },
  });
  expect(Math.abs((created.metadata?.creationTimestamp?.getTime() ?? 0) - Date.now())).toBeLessThan(15_000);
  expect((await core.readNamespacedConfigMap({ namespace: NAMESPACE, name: "note" })).data).toEqual({ at: "2020-01-01T00:00:00Z" });
  const name = (await apps.listNamespacedDeployment({ namespace: NAMESPACE })).items[0]?.metadata?.name ?? "";
  const from = (await core.listNamespacedPod({ namespace: NAMESPACE })).metadata?.resourceVersion ?? "";
  const scale = await apps.readNamespacedDeploymentScale({ namespace: NAMESPACE, name });
  await apps.replaceNamespacedDeploymentScale({
    namespace: NAMESPACE,
    name,
    body: { ...scale, spec: { replicas: (scale.spec?.replicas ?? 0) + 1 } },
  });
  const seen: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const watching = new Watch(config).watch(
      `/api/v1/namespaces/${NAMESPACE}/pods`,
      { resourceVersion: from },
      (type, pod) => {
        seen.push(`${type} ${pod.status?.phase}`);
        if (pod.status?.phase === "Running" && pod.metadata?.name.startsWith(name))
          void watching.then((request) => request.abort()).then(() => resolve());
      },
      (cause) => (seen.some((line) => line.endsWith("Running")) ? resolve() : reject(cause)),
    );
  });
  expect(seen[0]).toBe("ADDED Pending");
});

test("a client runs a command, follows a log and reaches the frontend through a forwarded port", async () => {
  const { config } = await open();
  const core = config.makeApiClient(CoreV1Api);
  const pods = (await core.listNamespacedPod({ namespace: NAMESPACE })).items;
  const frontend = pods.find((pod) => pod.metadata?.name?.startsWith("frontend"))?.metadata?.name ?? "";
  const container = pods.find((pod) => pod.metadata?.name === frontend)?.spec?.containers[0]?.name ?? "";
  const out = collect();
  const status = await new Promise((resolve, reject) => {
    new Exec(config).exec(NAMESPACE, frontend, container, ["echo", "hello"], out.stream, null, null, false, resolve).catch(reject);
  });
  expect(status).toMatchObject({ status: "Success" });
  expect(out.text()).toBe("hello\n");

  const lines = collect();
  await new Log(config).log(NAMESPACE, frontend, container, lines.stream, { tailLines: 3 });
  await expect.poll(() => lines.text().split("\n").length).toBe(4);
  const following = follow(config, `/api/v1/namespaces/${NAMESPACE}/pods/${frontend}/log?follow=true&tailLines=1`);
  await following.something;
  following.stop();

  const answer = collect();
  const input = new PassThrough();
  await new PortForward(config).portForward(NAMESPACE, frontend, [5000], answer.stream, null, input);
  input.write("GET /hotels?inDate=2015-04-10&outDate=2015-04-11&lat=37.7867&lon=-122.4112 HTTP/1.1\r\nhost: x\r\n\r\n");
  await expect.poll(() => answer.text()).toMatch(/^HTTP\/1\.1 [25]\d\d /);
});

test("credentials open one episode, no other, and nothing once it is over", async () => {
  const [one, other] = [await open(1n), await open(2n)];
  const path = `/api/v1/namespaces/${NAMESPACE}/pods?limit=1`;
  expect((await get(one.config, path)).status).toBe(200);
  expect((await get(one.config, path, other.config.getCurrentUser()?.token)).status).toBe(401);
  expect(JSON.parse((await get(one.config, path, "nonsense")).body)).toMatchObject({ kind: "Status", reason: "Unauthorized", code: 401 });
  const anonymous = await get(one.config, path, "");
  expect(anonymous.status).toBe(403);
  expect(anonymous.body).toContain('User \\"system:anonymous\\" cannot list resource \\"pods\\"');
  await one.episode.close();
  expect((await get(one.config, path)).status).toBe(401);
  expect((await get(other.config, path)).status).toBe(200);
  await expect(client.kubeconfig(one.episode.id)).rejects.toMatchObject({ reason: "EPISODE_ENDED" });
});

test("an episode that was worked on at the endpoint and by steps plays again to the same state after a crash", async () => {
  const { episode, config } = await open(11n);
  const core = config.makeApiClient(CoreV1Api);
  await episode.step("kubectl get pods");
  const pods = (await core.listNamespacedPod({ namespace: NAMESPACE })).items;
  await core.deleteNamespacedPod({ namespace: NAMESPACE, name: pods[0]?.metadata?.name ?? "" });
  await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: "note" } } });
  const waiting = follow(config, `/api/v1/namespaces/${NAMESPACE}/pods/${pods[1]?.metadata?.name}/log?follow=true`);
  await waiting.something;
  waiting.stop();
  await episode.step("kubectl get events");
  await core.patchNamespacedConfigMap({ namespace: NAMESPACE, name: "note", body: [{ op: "add", path: "/data", value: { a: "b" } }] });
  const { copy, digest } = await crash(episode.id);
  const after = await start(copy);
  try {
    await after.server.recovery.done;
    expect(after.server.recovery.replaying).toBe(1);
    expect(await digestOf(after.server, episode.id)).toBe(digest);
    const again = await configOf(episode.id, after.client);
    expect((await again.makeApiClient(CoreV1Api).readNamespacedConfigMap({ namespace: NAMESPACE, name: "note" })).data).toEqual({ a: "b" });
  } finally {
    await after.client.close();
    await after.server.close(0);
  }
});

test("a reset gives the address and token of the endpoint when it is asked to", async () => {
  const episodeId = "with-access";
  const raw = connectTestClient(server.address);
  const { agentAccess } = (await raw.call("Reset", { episodeId, agentAccess: { kubeApi: true } })) as {
    agentAccess?: Record<string, string>;
  };
  const config = await configOf(episodeId);
  expect(agentAccess).toMatchObject({ kubeApiUrl: config.getCurrentCluster()?.server, token: config.getCurrentUser()?.token });
  await raw.call("Close", { episodeId });
});

test("64 episodes are served at once, each its own", async () => {
  const opened = await Promise.all(Array.from({ length: 64 }, (_, i) => open(BigInt(i))));
  await Promise.all(
    opened.map(async ({ config }, i) => {
      const core = config.makeApiClient(CoreV1Api);
      await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: `mine-${i}` } } });
    }),
  );
  const names = await Promise.all(
    opened.map(async ({ config }) => {
      const { items } = await config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace: NAMESPACE });
      return items.flatMap(({ metadata }) => (metadata?.name?.startsWith("mine-") ? [metadata.name] : []));
    }),
  );
  expect(names).toEqual(opened.map((_, i) => [`mine-${i}`]));
});

/** Reads a streamed answer until it is stopped. */
const follow = (config: KubeConfig, path: string) => {
  const cluster = config.getCurrentCluster();
  const { promise, resolve } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${config.getCurrentUser()?.token}` };
  const request = httpsRequest(`${cluster?.server}${path}`, { ca: Buffer.from(cluster?.caData ?? "", "base64"), headers, agent: false });
  request.on("response", (response) => response.on("data", () => resolve()).on("error", () => undefined));
  request.on("error", () => undefined);
  request.end();
  return { something: promise, stop: () => request.destroy() };
};

const collect = () => {
  let text = "";
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      text += chunk.toString("utf8");
      done();
    },
  });
  return { stream, text: () => text };
};

const digestOf = async ({ service }: RunningServer, episodeId: string): Promise<string> =>
  (await service.observe({ episodeId })).stateDigest;

/** Copies the files as a crash leaves them when nothing is in flight, with the digest of their state. */
const crash = async (episodeId: string): Promise<{ readonly copy: string; readonly digest: string }> => {
  for (;;) {
    const digest = await digestOf(server, episodeId);
    const copy = makeDirectory();
    cpSync(directory, copy, { recursive: true });
    if ((await digestOf(server, episodeId)) === digest) return { copy, digest };
  }
};
