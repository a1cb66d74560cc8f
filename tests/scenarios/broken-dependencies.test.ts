import { beforeAll, describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { getObject, listObjects } from "#sim/apiserver/store/store.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import type { World } from "#sim/kernel/world.ts";
import { readPodLog } from "#sim/telemetry/logs/pod-log.ts";

const NS = "social-network";
const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const MISS = 0.2;
let base: World;

beforeAll(async () => {
  const app = (await loadApps()).find(({ record }) => record.name === NS);
  if (app === undefined) throw new Error(`no app ${NS}`);
  base = bootWorld({ app: app.record, behaviour: app.behaviour, manifests: app.manifests, seed: "broken", variant: 0 });
});

interface Row {
  readonly broken: string;
  /** Share of failing requests: compose, home read, user read. */
  readonly failing: readonly [number, number, number];
  /** Line of a component's log that tells of it. */
  readonly sign?: readonly [component: string, line: RegExp];
}

const POOL = (name: string) => new RegExp(`<error>: \\(ClientPool\\.h:\\d+:Pop\\) Failed to connect ${name}-client`);
const REDIS = /<error>: \(\w+Handler\.h:\d+:\w+\) Failed to connect to Redis: Connection refused/;
const MONGO = (name: string) =>
  new RegExp(`No suitable servers found: .serverSelectionTimeoutMS. expired: \\[connection refused calling hello on '${name}:27017'\\]`);

const TABLE: readonly Row[] = [
  { broken: "user-service", failing: [1, 0, 0], sign: ["compose-post-service", POOL("user-service")] },
  { broken: "post-storage-service", failing: [1, 1, 1], sign: ["home-timeline-service", POOL("post-storage-service")] },
  { broken: "home-timeline-redis", failing: [1, 1, 0], sign: ["home-timeline-service", REDIS] },
  { broken: "user-timeline-mongodb", failing: [1, 0, MISS], sign: ["user-timeline-service", MONGO("user-timeline-mongodb")] },
  { broken: "url-shorten-mongodb", failing: [1, 0, 0], sign: ["url-shorten-service", MONGO("url-shorten-mongodb")] },
  { broken: "social-graph-service", failing: [1, 0, 0], sign: ["home-timeline-service", POOL("social-graph-service")] },
  { broken: "text-service", failing: [1, 0, 0], sign: ["compose-post-service", POOL("text-service")] },
  { broken: "unique-id-service", failing: [1, 0, 0], sign: ["compose-post-service", POOL("unique-id-service")] },
  { broken: "media-service", failing: [1, 0, 0], sign: ["compose-post-service", POOL("media-service")] },
  { broken: "media-mongodb", failing: [0, 0, 0] },
  { broken: "media-memcached", failing: [0, 0, 0] },
  { broken: "nginx-thrift", failing: [1, 1, 1] },
  { broken: "jaeger", failing: [0, 0, 0] },
];

const send = (world: World, method: "PATCH" | "DELETE" | "POST", path: string, body?: object): void => {
  const patchType = method === "PATCH" ? { patchType: "strategic" as const } : {};
  const { status } = handle(world, { method, path, query: {}, user: USER, ...patchType, ...(body && { body }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
};

const scale = (world: World, name: string, replicas: number): void => {
  send(world, "PATCH", `/apis/apps/v1/namespaces/${NS}/deployments/${name}`, { spec: { replicas } });
  world.runUntil(world.nowMs() + 90_000);
};

const OPERATIONS = ["POST /wrk2-api/post/compose", "GET /wrk2-api/home-timeline/read", "GET /wrk2-api/user-timeline/read"];

const flowOf = (world: World, name: string) =>
  world
    .log<FlowRow>(FLOW_HISTORY)
    .last()
    ?.operations.find(({ operation }) => operation === name);

const failingShares = (world: World): readonly number[] =>
  OPERATIONS.map((name) => flowOf(world, name)?.errors.reduce((sum, { share }) => sum + share, 0) ?? Number.NaN);

/** Time that callers of a component wait for its failures, ms. */
const waitFor = (world: World, component: string): number =>
  world
    .log<FlowRow>(FLOW_HISTORY)
    .last()
    ?.edges.find(({ to }) => to === component)?.errors[0]?.afterMs ?? Number.NaN;

const podOf = (world: World, component: string): Pod =>
  listObjects<Pod>(world, "pods", NS).findLast(
    ({ metadata, status }) => metadata.name.startsWith(`${component}-`) && metadata.deletionTimestamp === undefined && status !== undefined,
  ) as Pod;

const logOf = (world: World, component: string): string => {
  const log = readPodLog(world, { namespace: NS, pod: podOf(world, component).metadata.name });
  return log.ok ? log.text : log.message;
};

describe("what users notice of a dependency that is away", () => {
  test.each(TABLE.map((row) => [row.broken, row] as const))("%s", (broken, { failing, sign }) => {
    const world = base.fork();
    expect(failingShares(world)).toEqual([0, 0, 0]);
    scale(world, broken, 0);
    const shares = failingShares(world);
    for (const [i, share] of failing.entries()) expect(shares[i], OPERATIONS[i]).toBeCloseTo(share, 1);
    if (sign !== undefined) expect(logOf(world, sign[0])).toMatch(sign[1]);
    scale(world, broken, 1);
    expect(failingShares(world)).toEqual([0, 0, 0]);
  });
});

test("a caller waits ten seconds for a service whose packets are dropped, and nothing for one that refuses", () => {
  const [refused, dropped] = [base.fork(), base.fork()];
  scale(refused, "user-service", 0);
  send(dropped, "POST", `/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies`, {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "user-service" },
    spec: { podSelector: { matchLabels: { service: "user-service" } }, policyTypes: ["Ingress"] },
  });
  dropped.runUntil(dropped.nowMs() + 90_000);
  expect(failingShares(dropped)).toEqual([1, 0, 0]);
  const waits = [refused, dropped].map((world) => waitFor(world, "user-service"));
  expect(waits[0]).toBeLessThan(50);
  expect(waits[1]).toBeGreaterThan(9_900);
  expect(waits[1]).toBeLessThan(10_100);
  expect(logOf(dropped, "compose-post-service")).toMatch(/:_ComposeCreaterHelper\) .*THRIFT_EAGAIN \(timed out\)/);
  expect(logOf(dropped, "nginx-thrift")).toMatch(/\[error\] 7#7: \*\d+ \[lua\] compose\.lua:62: ComposePost\(\): compose_post failure: /);
});

const deployment = (name: string): string => `/apis/apps/v1/namespaces/${NS}/deployments/${name}`;

const withArgs = (world: World, name: string, args: readonly string[]): void => {
  send(world, "PATCH", deployment(name), { spec: { template: { spec: { containers: [{ name, args }] } } } });
  world.runUntil(world.nowMs() + 90_000);
};

const restart = (world: World, component: string): void => {
  const pod = podOf(world, component);
  send(world, "DELETE", `/api/v1/namespaces/${NS}/pods/${pod.metadata.name}`);
  world.runUntil(world.nowMs() + 60_000);
};

describe("stores that answer with a refusal, and programs that start without what they need", () => {
  test("a Redis that wants a password refuses every command, in its own words", () => {
    const world = base.fork();
    withArgs(world, "home-timeline-redis", ["redis-server", "--requirepass", "hidden"]);
    expect(failingShares(world)).toEqual([1, 1, 0]);
    expect(logOf(world, "home-timeline-service")).toMatch(/:ReadHomeTimeline\) NOAUTH Authentication required\./);
  });

  test("a Redis without memory refuses to write, and still reads", () => {
    const world = base.fork();
    withArgs(world, "home-timeline-redis", ["redis-server", "--maxmemory", "1kb"]);
    expect(failingShares(world)).toEqual([1, 0, 0]);
    expect(logOf(world, "home-timeline-service")).toMatch(/:WriteHomeTimeline\) OOM command not allowed/);
  });

  test("a program that restarts while its store is away tries each second, and listens when the store is back", () => {
    const world = base.fork();
    scale(world, "user-timeline-mongodb", 0);
    restart(world, "user-timeline-service");
    expect(failingShares(world)).toEqual([1, 0, 1]);
    expect(podOf(world, "user-timeline-service").status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, ready: true });
    const tries = logOf(world, "user-timeline-service").match(/CreateIndex\) Failed to create mongodb index, try again/g);
    expect(tries?.length).toBeGreaterThan(40);
    scale(world, "user-timeline-mongodb", 1);
    expect(failingShares(world)).toEqual([0, 0, 0]);
  });

  test("a program without one of its addresses aborts", () => {
    const world = base.fork();
    const path = `/api/v1/namespaces/${NS}/configmaps/compose-post-service`;
    const { data } = getObject<ConfigMap>(world, "configmaps", NS, "compose-post-service") as ConfigMap;
    const { "text-service": _left, ...config } = JSON.parse(data?.["service-config.json"] ?? "");
    send(world, "PATCH", path, { data: { "service-config.json": JSON.stringify(config) } });
    restart(world, "compose-post-service");
    expect(podOf(world, "compose-post-service").status?.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(134);
    expect(logOf(world, "compose-post-service")).toContain("type must be string, but is null");
    expect(failingShares(world)).toEqual([1, 0, 0]);
  });
});
