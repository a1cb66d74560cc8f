import { describe, expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { putObject } from "../../apiserver/store/store.ts";
import { readHotelChart } from "../../flow/hotel-chart.cases.ts";
import { createWarmFixture, deletePod, keyOf, NAMESPACE, podOf, startPod } from "../../flow/hotel-fixture.cases.ts";
import type { World } from "../../kernel/world.ts";
import { logLines, readPodLog } from "./pod-log.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);
const withState = (world: World, pod: Pod, status: object) =>
  putObject(world, "pods", {
    ...pod,
    status: {
      ...pod.status,
      containerStatuses: [{ name: pod.spec.containers[0]?.name, ready: true, restartCount: 0, image: "", imageID: "", ...status }],
    },
  } as Pod);
const running = (world: World, component: string) => withState(world, podOf(world, component) as Pod, { state: { running: {} } });
const read = (world: World, component: string, more: object = {}) =>
  readPodLog(world, { namespace: NAMESPACE, pod: (podOf(world, component) as Pod).metadata.name, ...more });
const textOf = (result: ReturnType<typeof readPodLog>) => (result.ok ? result.text : `! ${result.message}`);

describe("logs of running containers", () => {
  const world = warm.fork();
  for (const component of ["geo", "frontend", "mongodb-geo", "consul"]) running(world, component);

  test("a Go service tells what it read, where it listens and where it registered", () => {
    const lines = textOf(read(world, "geo"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toContain("geo listening on :8083");
    const registered = lines.find(({ message }) => /^registered srv-geo \(10\.244\.\d\.\d+:8083\) with consul consul:8500$/.test(message));
    expect(registered).toMatchObject({ level: "info" });
  });
  test("a pod with one container needs no name of it, whatever runs before it", () => {
    const waiting = warm.fork();
    running(waiting, "geo");
    putObject(waiting, "pods", {
      ...(podOf(waiting, "geo") as Pod),
      spec: { ...(podOf(waiting, "geo") as Pod).spec, initContainers: [{ name: "wait", image: "busybox:1.36" }] },
    });
    expect(textOf(read(waiting, "geo"))).toContain("geo listening on :8083");
  });
  test("mongod's lines are JSON, its checkpoints come by the minute", () => {
    const lines = textOf(read(world, "mongodb-geo")).trimEnd().split("\n");
    const parsed = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    expect(parsed.some(({ msg }) => msg === "Waiting for connections")).toBe(true);
    expect(parsed.filter(({ ctx }) => ctx === "WTCheckpointThread").length).toBe(4);
    expect(lines.some((line) => line.startsWith("Successfully added user"))).toBe(true);
  });
  test("the last lines that are asked for are the end of the whole log", () => {
    const broken = world.fork();
    deletePod(broken, "rate", "KILL");
    broken.runUntil(broken.nowMs() + 60_000);
    for (const component of ["frontend", "mongodb-geo", "consul"]) {
      const whole = textOf(read(broken, component)).split("\n").slice(0, -1);
      for (const tailLines of [0, 1, 3, 20, 100_000]) {
        const end = textOf(read(broken, component, { tailLines }))
          .split("\n")
          .slice(0, -1);
        expect(end, component).toEqual(tailLines === 0 ? [] : whole.slice(-tailLines));
      }
    }
    expect(textOf(read(broken, "frontend")).split("\n").length).toBeGreaterThan(20);
  });
  test("consul tells of every registration", () => {
    expect(textOf(read(world, "consul"))).toContain("agent: Synced service: service=srv-geo-");
  });
  test("tail, since, timestamps and limits cut as asked", () => {
    const all = textOf(read(world, "geo"));
    const last = all.trimEnd().split("\n").at(-1);
    expect(textOf(read(world, "geo", { tailLines: 1 }))).toBe(`${last}\n`);
    expect(textOf(read(world, "geo", { tailLines: 0 }))).toBe("");
    expect(textOf(read(world, "geo", { sinceSeconds: 1 }))).toBe("");
    expect(textOf(read(world, "geo", { tailLines: 1, timestamps: true }))).toMatch(/^2026-01-05T08:0\d:\d\d\.\d{9}Z \{/);
    expect(textOf(read(world, "geo", { limitBytes: 10 }))).toBe(all.slice(0, 10));
  });
});

describe("logs of failed requests", () => {
  const world = warm.fork();
  deletePod(world, "geo");
  world.runUntil(world.nowMs() + 60_000);
  running(world, "frontend");
  running(world, "search");

  test("the caller logs the error in gRPC's words, no more often than its logger lets through", () => {
    const lines = textOf(read(world, "search", { sinceSeconds: 30 }))
      .trimEnd()
      .split("\n");
    expect(lines.length).toBeGreaterThan(140);
    expect(lines.length).toBeLessThan(160);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: "error",
      message: "Nearby failed: rpc error: code = Unavailable desc = no addresses available for srv-geo",
    });
  });
  test("asked twice and in pieces, the answers agree", () => {
    const key = keyOf(podOf(world, "frontend") as Pod);
    const now = world.nowMs();
    const whole = logLines(world, key, now - 20_000, now).map(({ text }) => text);
    expect(logLines(world, key, now - 20_000, now).map(({ text }) => text)).toEqual(whole);
    expect([...logLines(world, key, now - 20_000, now - 7001), ...logLines(world, key, now - 7000, now)].map(({ text }) => text)).toEqual(
      whole,
    );
  });
  test("what was written before stays when the pod is gone", () => {
    const key = keyOf(podOf(world, "search") as Pod);
    deletePod(world, "search");
    const now = world.nowMs();
    const lines = logLines(world, key, now - 30_000, now);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.at(-1)?.text).toContain("received shutdown signal");
  });
});

describe("logs that cannot be had", () => {
  const world = warm.fork();
  const pod = podOf(world, "geo") as Pod;
  test.each([
    ["ImagePullBackOff", "trying and failing to pull image"],
    ["ErrImagePull", "image can't be pulled"],
    ["CreateContainerConfigError", "CreateContainerConfigError"],
    ["ContainerCreating", "ContainerCreating"],
  ])("a container that waits for %s has none", (reason, text) => {
    withState(world, pod, { state: { waiting: { reason } } });
    expect(read(world, "geo")).toEqual({
      ok: false,
      status: 400,
      message: `container "hotel-reserv-geo" in pod "${pod.metadata.name}" is waiting to start: ${text}`,
    });
  });
  test("no pod, no container and no run before say so", () => {
    withState(world, pod, { state: { running: {} } });
    expect(readPodLog(world, { namespace: NAMESPACE, pod: "nope" })).toEqual({ ok: false, status: 404, message: 'pods "nope" not found' });
    expect(textOf(read(world, "geo", { container: "x" }))).toBe(`! container x is not valid for pod ${pod.metadata.name}`);
    expect(textOf(read(world, "geo", { previous: true }))).toBe(
      `! previous terminated container "hotel-reserv-geo" in pod "${pod.metadata.name}" not found`,
    );
  });
  test("of a crash loop the last words remain", () => {
    const broken = warm.fork();
    deletePod(broken, "mongodb-user");
    deletePod(broken, "user");
    const crashed = startPod(broken, "user");
    const startedAt = new Date(broken.nowMs()).toISOString();
    broken.runUntil(broken.nowMs() + 35_000);
    withState(broken, crashed, {
      state: { waiting: { reason: "CrashLoopBackOff" } },
      lastState: { terminated: { exitCode: 2, startedAt } },
    });
    expect(textOf(read(broken, "user"))).toContain("panic: server selection error");
    expect(textOf(read(broken, "user", { previous: true }))).toBe(textOf(read(broken, "user")));
  });
});
