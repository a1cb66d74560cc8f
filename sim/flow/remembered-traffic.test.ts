import { expect, test } from "vitest";
import { getObject, putObject, removeObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import { FLOW_HISTORY, type FlowRow } from "./flow-history.ts";
import { readHotelChart } from "./hotel-chart.cases.ts";
import { createWarmFixture, deletePod, NAMESPACE, podOf, startPod } from "./hotel-fixture.cases.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);

const COMPONENTS = ["consul", "rate", "memcached-rate", "mongodb-rate", "geo", "frontend", "mongodb-user"];

/** Takes pods away and brings them back; the traffic is asked for in between. */
const disturb = (world: World): readonly FlowRow[] => {
  for (const [i, component] of COMPONENTS.entries()) {
    deletePod(world, component, i % 2 === 0 ? "KILL" : "TERM");
    world.runUntil(world.nowMs() + 9_000);
    startPod(world, component);
    world.runUntil(world.nowMs() + 14_000);
  }
  return [...world.log<FlowRow>(FLOW_HISTORY).from(0)];
};

const POLICIES = "networkpolicies.networking.k8s.io";

/** Shuts components off from all but a namespace with a label, and lets them in again by that label. */
const isolate = (world: World): readonly FlowRow[] => {
  const away = (ms: number) => world.runUntil(world.nowMs() + ms);
  for (const component of COMPONENTS) {
    const selected = podOf(world, component)?.metadata.labels ?? {};
    putObject(world, POLICIES, {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: component, namespace: NAMESPACE },
      spec: { podSelector: { matchLabels: selected }, ingress: [{ from: [{ namespaceSelector: { matchLabels: { in: "yes" } } }] }] },
    });
    away(9_000);
    const namespace = getObject(world, "namespaces", undefined, NAMESPACE)!;
    putObject(world, "namespaces", { ...namespace, metadata: { ...namespace.metadata, labels: { in: "yes" } } });
    away(9_000);
    putObject(world, "namespaces", namespace);
    away(9_000);
    removeObject(world, POLICIES, NAMESPACE, component);
    away(9_000);
  }
  return [...world.log<FlowRow>(FLOW_HISTORY).from(0)];
};

test.each([
  ["pods come and go", disturb],
  ["policies do", isolate],
])("while %s, traffic from memory is the traffic that is found anew", (_what, play) => {
  const forgetful = warm.fork();
  forgetful.memo = (_name, _revision, derive) => derive(undefined);
  const anew = play(forgetful);
  expect(play(warm.fork())).toEqual(anew);
  expect(anew.length).toBeGreaterThan(20);
});
