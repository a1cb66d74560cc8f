import { beforeAll, describe, expect, test } from "vitest";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#sim/apiserver/store/store.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

const NS = "social-network";
const MISS = 0.2;
let base: AppUnderLoad;

beforeAll(async () => {
  base = await bootAppUnderLoad(NS);
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

const OPERATIONS = ["POST /wrk2-api/post/compose", "GET /wrk2-api/home-timeline/read", "GET /wrk2-api/user-timeline/read"];

describe("what users notice of a dependency that is away", () => {
  test.each(TABLE.map((row) => [row.broken, row] as const))("%s", (broken, { failing, sign }) => {
    const world = base.fork();
    expect(world.failingShares(OPERATIONS)).toEqual([0, 0, 0]);
    world.scale(broken, 0);
    const shares = world.failingShares(OPERATIONS);
    for (const [i, share] of failing.entries()) expect(shares[i], OPERATIONS[i]).toBeCloseTo(share, 1);
    if (sign !== undefined) expect(world.logOf(sign[0])).toMatch(sign[1]);
    world.scale(broken, 1);
    expect(world.failingShares(OPERATIONS)).toEqual([0, 0, 0]);
  });
});

test("a caller waits ten seconds for a service whose packets are dropped, and nothing for one that refuses", () => {
  const [refused, dropped] = [base.fork(), base.fork()];
  refused.scale("user-service", 0);
  dropped.send("POST", `/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies`, {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "user-service" },
    spec: { podSelector: { matchLabels: { service: "user-service" } }, policyTypes: ["Ingress"] },
  });
  dropped.pass(90);
  expect(dropped.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
  const waits = [refused, dropped].map((world) => world.waitFor("user-service"));
  expect(waits[0]).toBeLessThan(50);
  expect(waits[1]).toBeGreaterThan(9_900);
  expect(waits[1]).toBeLessThan(10_100);
  expect(dropped.logOf("compose-post-service")).toMatch(/:_ComposeCreaterHelper\) .*THRIFT_EAGAIN \(timed out\)/);
  expect(dropped.logOf("nginx-thrift")).toMatch(/\[error\] 7#7: \*\d+ \[lua\] compose\.lua:62: ComposePost\(\): compose_post failure: /);
});

const deployment = (name: string): string => `/apis/apps/v1/namespaces/${NS}/deployments/${name}`;

const withArgs = (world: AppUnderLoad, name: string, args: readonly string[]): void => {
  world.send("PATCH", deployment(name), { spec: { template: { spec: { containers: [{ name, args }] } } } });
  world.pass(90);
};

describe("stores that answer with a refusal, and programs that start without what they need", () => {
  test("a Redis that wants a password refuses every command, in its own words", () => {
    const world = base.fork();
    withArgs(world, "home-timeline-redis", ["redis-server", "--requirepass", "hidden"]);
    expect(world.failingShares(OPERATIONS)).toEqual([1, 1, 0]);
    expect(world.logOf("home-timeline-service")).toMatch(/:ReadHomeTimeline\) NOAUTH Authentication required\./);
  });

  test("a Redis without memory refuses to write, and still reads", () => {
    const world = base.fork();
    withArgs(world, "home-timeline-redis", ["redis-server", "--maxmemory", "1kb"]);
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
    expect(world.logOf("home-timeline-service")).toMatch(/:WriteHomeTimeline\) OOM command not allowed/);
  });

  test("a program that restarts while its store is away tries each second, and listens when the store is back", () => {
    const world = base.fork();
    world.scale("user-timeline-mongodb", 0);
    world.restart("user-timeline-service");
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 1]);
    expect(world.podOf("user-timeline-service").status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, ready: true });
    const tries = world.logOf("user-timeline-service").match(/CreateIndex\) Failed to create mongodb index, try again/g);
    expect(tries?.length).toBeGreaterThan(40);
    world.scale("user-timeline-mongodb", 1);
    expect(world.failingShares(OPERATIONS)).toEqual([0, 0, 0]);
  });

  test("a program without one of its addresses aborts", () => {
    const world = base.fork();
    const path = `/api/v1/namespaces/${NS}/configmaps/compose-post-service`;
    const { data } = getObject<ConfigMap>(world.world, "configmaps", NS, "compose-post-service") as ConfigMap;
    const { "text-service": _left, ...config } = JSON.parse(data?.["service-config.json"] ?? "");
    world.send("PATCH", path, { data: { "service-config.json": JSON.stringify(config) } });
    world.restart("compose-post-service");
    expect(world.podOf("compose-post-service").status?.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(134);
    expect(world.logOf("compose-post-service")).toContain("type must be string, but is null");
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
  });
});

describe("a MongoDB whose file of settings changed", () => {
  const STORE = "url-shorten-mongodb";
  const settings = (world: AppUnderLoad, text: string): void => {
    world.send("PATCH", `/api/v1/namespaces/${NS}/configmaps/${STORE}`, { data: { "mongod.conf": text } });
    world.restart(STORE);
  };

  test("one that demands TLS ends the connections of clients without, and both say so", () => {
    const world = base.fork();
    settings(world, "net:\n  tls:\n    mode: requireTLS\n    certificateKeyFile: /social-network-microservices/tls/tls.pem\n");
    world.pass(60);
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
    expect(world.logOf("url-shorten-service")).toContain(`[connection closed calling hello on '${STORE}:27017']`);
    expect(world.logOf(STORE)).toMatch(/"id":22988,.*"errmsg":"The server is configured to only allow SSL connections"/);
    settings(world, "net:\n  tls:\n    mode: preferTLS\n    certificateKeyFile: /social-network-microservices/tls/tls.pem\n");
    world.pass(60);
    expect(world.failingShares(OPERATIONS)).toEqual([0, 0, 0]);
  });

  test("one without its certificate does not start", () => {
    const world = base.fork();
    settings(world, "net:\n  tls:\n    mode: requireTLS\n    certificateKeyFile: /tls/tls.pem\n");
    expect(world.logOf(STORE)).toContain('"errmsg":"Can not set up PEM key file."');
    settings(world, "net:\n  tls:\n    mode: requireTLS\n");
    expect(world.logOf(STORE)).toContain("BadValue: need tlsCertificateKeyFile or certificateSelector when TLS is enabled");
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
  });

  test("one that demands a login refuses clients without", () => {
    const world = base.fork();
    settings(world, "security:\n  authorization: enabled\n");
    world.pass(60);
    expect(world.failingShares(OPERATIONS)).toEqual([1, 0, 0]);
  });
});
