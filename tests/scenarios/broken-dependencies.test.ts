import { beforeAll, describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { Pod } from "#kube/types/pod.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
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

const flowOf = (world: World, name: string) => world.log<FlowRow>(FLOW_HISTORY).last()?.operations.find(({ operation }) => operation === name);

const failingShares = (world: World): readonly number[] =>
  OPERATIONS.map((name) => flowOf(world, name)?.errors.reduce((sum, { share }) => sum + share, 0) ?? Number.NaN);

const logOf = (world: World, component: string): string => {
  const pod = listObjects<Pod>(world, "pods", NS).find(({ metadata }) => metadata.name.startsWith(`${component}-`)) as Pod;
  const log = readPodLog(world, { namespace: NS, pod: pod.metadata.name });
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
