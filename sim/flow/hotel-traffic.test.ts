import { describe, expect, test } from "vitest";
import type { Service } from "#kube/types/network.ts";
import { getObject, putObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import { httpGet } from "../network/http/http-get.ts";
import { PROCESS_HISTORY, PROCESSES, type ProcessRecord } from "../processes/process.ts";
import { outputOf } from "../processes/process-output.ts";
import { MONGO_DATA } from "../stores/mongo/server/mongo-data.ts";
import { FLOW_HISTORY, type FlowRow } from "./flow-history.ts";
import { readHotelChart } from "./hotel-chart.cases.ts";
import { createFixture, createWarmFixture, deletePod, keyOf, NAMESPACE, podOf, startPod, syncSlices } from "./hotel-fixture.cases.ts";
import { errorShare, userTraffic } from "./user-traffic.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);
const row = (world: World) => world.log<FlowRow>(FLOW_HISTORY).last() as FlowRow;
const errors = (world: World) =>
  Object.fromEntries(row(world).operations.map((operation) => [operation.operation, Number(errorShare(operation).toFixed(3))]));
const probe = (world: World, index: number) =>
  httpGet(
    world,
    { namespace: NAMESPACE, labels: {} },
    {
      host: "frontend",
      port: 5000,
      timeoutMs: 2000,
      ...(chart.record.operations[index] as (typeof chart.record.operations)[number]).request,
    },
  );
const settle = (world: World, ms = 5000) => {
  world.runUntil(world.nowMs() + ms);
  return world;
};
const exits = (world: World, component: string) =>
  [...world.log<ProcessRecord>(PROCESS_HISTORY).from(0)].filter(
    (record) => record.kind === "ended" && record.process.key.includes(`/${component}-5d4-`),
  ) as Extract<ProcessRecord, { kind: "ended" }>[];
const patchService = (world: World, name: string, change: (spec: Service["spec"]) => Service["spec"]) => {
  const service = getObject<Service>(world, "services", NAMESPACE, name) as Service;
  putObject(world, "services", { ...service, spec: change(service.spec) });
  syncSlices(world);
};

describe("in health", () => {
  test("all programs run, and cold stores cost only restarts", () => {
    expect(warm.map(PROCESSES).size).toBe(20);
  });
  test("100 requests a second flow with hardly an error", () => {
    expect(row(warm).operations.map(({ rate }) => rate)).toEqual([60, 39, 0.5, 0.5]);
    const { requests, errors: failed } = userTraffic(warm, warm.nowMs() - 60_000, warm.nowMs());
    expect(requests).toBe(6000);
    expect(failed / requests).toBeLessThan(0.001);
  });
  test("every operation's probe has its text", () => {
    for (const [index, { bodyContains }] of chart.record.operations.entries())
      expect(probe(warm, index)).toMatchObject({ kind: "response", status: 200, body: expect.stringContaining(bodyContains) });
  });
  test("shares reach the services as the mix says", () => {
    const rate = (component: string) =>
      row(warm)
        .servers.filter((server) => server.component === component)
        .reduce((sum, server) => sum + server.rate, 0);
    expect(
      ["frontend", "search", "geo", "rate", "reservation", "profile", "recommendation", "user"].map((name) =>
        Number(rate(name).toFixed(1)),
      ),
    ).toEqual([100, 60, 60, 60, 60.5, 99, 39, 1]);
    expect(rate("mongodb-rate")).toBeCloseTo(1.8, 1);
  });
  test("a steady world writes no rows", () => {
    const fork = warm.fork();
    const before = fork.log(FLOW_HISTORY).length;
    settle(fork, 600_000);
    expect(fork.log(FLOW_HISTORY).length).toBe(before);
  });
  test("the same seed gives the same rows and another seed other boot times", () => {
    const times = (world: World) =>
      [...world.log<ProcessRecord>(PROCESS_HISTORY).from(0)].map((record) => [record.kind, record.atMs, record.process.key]);
    expect(times(createFixture(chart, "7"))).toEqual(times(createFixture(chart, "7")));
    expect(times(settle(createFixture(chart, "7"), 20_000))).not.toEqual(times(settle(createFixture(chart, "8"), 20_000)));
  });
});

describe("with something broken", () => {
  test.each([
    ["search", { "GET /hotels": 1, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["geo", { "GET /hotels": 1, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["rate", { "GET /hotels": 1, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["profile", { "GET /hotels": 1, "GET /recommendations": 1, "POST /user": 0, "POST /reservation": 0 }],
    ["reservation", { "GET /hotels": 1, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 1 }],
    ["recommendation", { "GET /hotels": 0, "GET /recommendations": 1, "POST /user": 0, "POST /reservation": 0 }],
    ["user", { "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 1, "POST /reservation": 1 }],
    ["frontend", { "GET /hotels": 1, "GET /recommendations": 1, "POST /user": 1, "POST /reservation": 1 }],
    ["mongodb-geo", { "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["mongodb-rate", { "GET /hotels": 0.03, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["mongodb-profile", { "GET /hotels": 0.02, "GET /recommendations": 0.02, "POST /user": 0, "POST /reservation": 0 }],
    ["memcached-rate", { "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["memcached-reserve", { "GET /hotels": 1, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 1 }],
    ["consul", { "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
    ["jaeger", { "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 }],
  ])("without %s users see what the application's table says", (component, expected) => {
    const world = warm.fork();
    deletePod(world, component);
    settle(world);
    expect(errors(world)).toEqual(expected);
    if (component.startsWith("mongodb")) return;
    for (const [index, { name }] of chart.record.operations.entries()) {
      const result = probe(world, index);
      expect(result.kind === "response" && result.status === 200).toBe(expected[name as keyof typeof expected] === 0);
    }
  });

  test("a pod that comes back heals its users", () => {
    const world = warm.fork();
    deletePod(world, "geo");
    settle(world);
    startPod(world, "geo");
    settle(world);
    expect(errors(world)["GET /hotels"]).toBe(0);
  });

  test("a killed service stays registered, its caller meets a dead address", () => {
    const world = warm.fork();
    deletePod(world, "geo", "KILL");
    settle(world);
    const edge = row(world).edges.find(({ from, to }) => from === "search" && to === "geo");
    expect(edge?.errors[0]?.message).toMatch(/Error while dialing: dial tcp 10\.244\.\d\.\d+:8083: i\/o timeout/);
  });

  test("a Service fault on a gRPC service is invisible, one on the entry is not", () => {
    const world = warm.fork();
    patchService(world, "rate", (spec) => ({ ...spec, selector: { ...spec.selector, tier: "x" } }));
    settle(world);
    expect(errors(world)["GET /hotels"]).toBe(0);
    patchService(world, "frontend", (spec) => ({ ...spec, selector: { ...spec.selector, tier: "x" } }));
    settle(world);
    expect(errors(world)["GET /hotels"]).toBe(1);
    expect(probe(world, 0).kind).toBe("refused");
  });

  test("a wrong target port answers with a reset, from the address that was dialled", () => {
    const world = warm.fork();
    patchService(world, "frontend", (spec) => ({ ...spec, ports: [{ ...(spec.ports?.[0] as { port: number }), targetPort: 9999 }] }));
    settle(world);
    expect(probe(world, 0)).toMatchObject({ kind: "refused", detail: expect.stringMatching(/^10\.96\..*:5000$/) });
    expect(row(world).operations[0]?.errors[0]).toMatchObject({ cause: "refused", share: 1 });
  });

  test("a service that restarts while its store is away panics after the driver's patience, and says so", () => {
    const world = warm.fork();
    deletePod(world, "mongodb-geo");
    deletePod(world, "geo");
    startPod(world, "geo");
    settle(world, 60_000);
    const [end] = exits(world, "geo").slice(-1);
    expect(end?.exit).toMatchObject({ exitCode: 2, reason: "Error" });
    expect(end?.lines[0]).toMatch(/^panic: server selection error: .* dial tcp 10\.96\.1\.\d+:27017: connect: connection refused/);
    expect(end === undefined ? 0 : end.atMs - end.process.startedAtMs).toBeGreaterThan(30_000);
    expect(errors(world)["GET /hotels"]).toBe(1);
  });

  test("a revoked role shows at once where each request reads, and after a restart where data was loaded", () => {
    const world = warm.fork();
    const stores = world.map<{ readonly users: Record<string, { readonly roles: readonly unknown[] }> }>(MONGO_DATA);
    for (const volume of ["pv-geo-pvc", "pv-rate-pvc"]) {
      const data = stores.get(volume);
      stores.set(volume, { ...data, users: { ...data?.users, "admin.admin": { password: "admin", roles: [] } } } as never);
    }
    deletePod(world, "geo");
    startPod(world, "geo");
    settle(world, 8000);
    expect(exits(world, "geo").pop()?.lines[0]).toMatch(
      /^panic: \(Unauthorized\) not authorized on geo-db to execute command \{ find: "geo"/,
    );
    const edge = row(world).edges.find(({ from, protocol }) => from === "rate" && protocol === "mongodb");
    expect(edge?.errors[0]?.message ?? "").toMatch(/Unauthorized|^$/);
  });

  test("too small a memory limit kills without a word", () => {
    const world = warm.fork();
    deletePod(world, "profile");
    const deployment = getObject(world, "deployments.apps", NAMESPACE, "profile") as never as {
      spec: { template: { spec: { containers: { resources: unknown }[] } } };
    };
    const copy = structuredClone(deployment);
    (copy.spec.template.spec.containers[0] as { resources: unknown }).resources = { limits: { memory: "8Mi" } };
    putObject(world, "deployments.apps", copy as never);
    startPod(world, "profile");
    settle(world, 5000);
    expect(exits(world, "profile").pop()).toMatchObject({ exit: { exitCode: 137, reason: "OOMKilled" }, lines: [] });
  });

  test("a policy against a service drops its packets", () => {
    const world = warm.fork();
    putObject(world, "networkpolicies.networking.k8s.io", {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "tighten", namespace: NAMESPACE },
      spec: { podSelector: { matchLabels: { "io.kompose.service": "recommendation" } }, policyTypes: ["Ingress"], ingress: [] },
    } as never);
    settle(world);
    expect(errors(world)["GET /recommendations"]).toBe(1);
    expect(row(world).operations[1]?.errors[0]).toMatchObject({ cause: "timed-out", afterMs: 2000 });
    expect(probe(world, 1).kind).toBe("timed-out");
  });

  test("the wrong binary runs as the other service and leaves its own name without addresses", () => {
    const world = warm.fork();
    deletePod(world, "recommendation");
    const copy = structuredClone(getObject(world, "deployments.apps", NAMESPACE, "recommendation")) as never as {
      spec: { template: { spec: { containers: { command: string[] }[] } } };
    };
    (copy.spec.template.spec.containers[0] as { command: string[] }).command = ["user"];
    putObject(world, "deployments.apps", copy as never);
    startPod(world, "recommendation");
    settle(world, 8000);
    expect(row(world).operations[1]?.errors[0]?.message).toContain("no addresses available for srv-recommendation");
    expect(errors(world)["POST /user"]).toBe(0);
  });

  test("an empty store address panics", () => {
    const world = warm.fork();
    const map = getObject(world, "configmaps", NAMESPACE, "user-config") as never as { data: Record<string, string> };
    putObject(world, "configmaps", {
      ...map,
      data: { "config.json": (map.data["config.json"] as string).replace('"mongodb-user:27017"', '""') },
    } as never);
    deletePod(world, "user");
    const pod = startPod(world, "user");
    settle(world, 4000);
    expect(exits(world, "user").pop()?.lines[0]).toBe("panic: error parsing uri: must have at least 1 host");
    expect(
      outputOf(world, keyOf(pod), pod.metadata.uid === undefined ? 0 : (exits(world, "user").pop()?.process.startedAtMs ?? 0)).length,
    ).toBeGreaterThan(3);
  });

  test("the registry forgets all at a restart, and programs tell it again within a minute", () => {
    const world = warm.fork();
    deletePod(world, "consul");
    startPod(world, "consul");
    settle(world, 10_000);
    expect(errors(world)["GET /hotels"]).toBe(0);
    settle(world, 60_000);
    deletePod(world, "frontend");
    startPod(world, "frontend");
    settle(world);
    expect(errors(world)).toEqual({ "GET /hotels": 0, "GET /recommendations": 0, "POST /user": 0, "POST /reservation": 0 });
  });

  test("a fresh cache is cold for about a minute and costs its store work", () => {
    const world = warm.fork();
    deletePod(world, "memcached-profile");
    startPod(world, "memcached-profile");
    const rate = () =>
      row(world)
        .servers.filter(({ component }) => component === "mongodb-profile")
        .reduce((sum, server) => sum + server.rate, 0);
    settle(world, 2000);
    expect(rate()).toBeGreaterThan(80);
    settle(world, 120_000);
    expect(rate()).toBeLessThan(3);
  });

  test("without the cluster's DNS nothing new is found", () => {
    const world = warm.fork();
    world.map(PROCESSES).delete("kube-system/coredns-1/coredns");
    expect(probe(world, 0)).toMatchObject({ kind: "no-such-host", detail: expect.stringContaining("connection refused") });
    expect(podOf(world, "geo")).toBeDefined();
  });
});
