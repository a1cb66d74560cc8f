import { expect, test } from "vitest";
import type { ClusterView } from "../ports/cluster-port.ts";
import { remember } from "./remember.ts";

const createView = (revisions: Record<string, number | undefined>): ClusterView => ({
  clock: { nowMs: () => 0 },
  read: async () => ({ status: 200, body: {} }),
  query: async () => ({ status: 200, body: {} }),
  probe: async () => ({ kind: "connected", latencyMs: 1 }),
  revision: (resource = "all") => revisions[resource],
});

const PODS = { path: "/api/v1/namespaces/shop/pods" };
const PROBE = { from: { namespace: "shop" }, host: "web", port: 80 };

test("a value is computed again only when what it read has changed", async () => {
  const revisions: Record<string, number | undefined> = { pods: 1, services: 1, all: 1 };
  let runs = 0;
  const count = remember(createView(revisions), async (view) => {
    await view.read(PODS);
    runs += 1;
    return runs;
  });
  expect([await count(), await count()]).toEqual([1, 1]);
  Object.assign(revisions, { services: 2, all: 2 });
  expect(await count()).toBe(1);
  revisions["pods"] = 2;
  expect(await count()).toBe(2);
});

test("who probed or asked for the time depends on everything", async () => {
  const revisions: Record<string, number | undefined> = { pods: 1, all: 1 };
  let runs = 0;
  const count = remember(createView(revisions), async (view) => {
    await view.probe(PROBE);
    runs += 1;
    return runs;
  });
  await count();
  revisions["all"] = 2;
  expect(await count()).toBe(2);
});

test("who asked telemetry asks again, since its answers change by time alone", async () => {
  let runs = 0;
  const count = remember(createView({ pods: 1, all: 1 }), async (view) => {
    await view.read(PODS);
    await view.query({ api: "prometheus", path: "/api/v1/query", params: { query: "up" } });
    runs += 1;
    return runs;
  });
  expect([await count(), await count()]).toEqual([1, 2]);
});

test("where revisions are not known a value is computed every time", async () => {
  let runs = 0;
  const count = remember(createView({}), async (view) => {
    await view.read(PODS);
    runs += 1;
    return runs;
  });
  expect([await count(), await count()]).toEqual([1, 2]);
});
