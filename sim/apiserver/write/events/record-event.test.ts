import { expect, test } from "vitest";
import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";

const about: KubeObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "web-1", namespace: "shop", uid: "u", resourceVersion: "7" } };

const backOff = (message: string) => ({ type: "Warning", reason: "BackOff", message, component: "kubelet", host: "worker" }) as const;

test("equal events are counted up in one object", () => {
  const { world, client } = createTestWorld();
  for (let i = 0; i < 3; i++) {
    client.event(about, backOff("Back-off restarting failed container"));
    world.runUntil(world.nowMs() + 10_000);
  }
  const events = client.list<Event>("events", "shop");
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    count: 3,
    firstTimestamp: "2026-01-05T08:00:00Z",
    lastTimestamp: "2026-01-05T08:00:20Z",
    source: { component: "kubelet", host: "worker" },
    reportingComponent: "kubelet",
    reportingInstance: "worker",
    involvedObject: { kind: "Pod", name: "web-1", namespace: "shop", uid: "u" },
  });
  expect(events[0]?.metadata.name).toMatch(/^web-1\.[0-9a-f]{16}$/);
});

test("the tenth similar event and those after it are combined", () => {
  const { client } = createTestWorld();
  for (let i = 0; i < 12; i++) client.event(about, backOff(`try ${i}`));
  const events = client.list<Event>("events", "shop");
  expect(events).toHaveLength(10);
  expect(events.filter(({ message }) => message?.startsWith("(combined from similar events)"))).toMatchObject([{ count: 3 }]);
});

test("a flood about one object is cut off", () => {
  const { client } = createTestWorld();
  for (let i = 0; i < 40; i++) client.event(about, { ...backOff("x"), reason: `R${i}` });
  expect(client.list("events", "shop")).toHaveLength(25);
});

test("events go after an hour", () => {
  const { world, client } = createTestWorld();
  client.event(about, backOff("x"));
  world.runUntil(world.nowMs() + 3_500_000);
  expect(client.list("events", "shop")).toHaveLength(1);
  world.runUntil(world.nowMs() + 200_000);
  expect(client.list("events", "shop")).toHaveLength(0);
});

test("the scheduler's events are counted like all others", () => {
  const { world, client } = createTestWorld();
  const failed = {
    type: "Warning",
    reason: "FailedScheduling",
    message: "0/4 nodes are available",
    component: "default-scheduler",
  } as const;
  client.event(about, failed);
  world.runUntil(world.nowMs() + 60_000);
  client.event(about, failed);
  expect(client.list<Event>("events", "shop")).toMatchObject([
    {
      count: 2,
      firstTimestamp: "2026-01-05T08:00:00Z",
      lastTimestamp: "2026-01-05T08:01:00Z",
      eventTime: null,
      source: { component: "default-scheduler" },
      reportingComponent: "default-scheduler",
      reportingInstance: "",
    },
  ]);
});
