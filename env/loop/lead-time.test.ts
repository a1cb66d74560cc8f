import { beforeAll, expect, test } from "vitest";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import { type OpenHost, openHost } from "../open/open-host.ts";
import { createIncident, type Incident, type IncidentParts } from "./incident.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&twins=none&noise=none&decoys=none";

/** Writes to the slot, with their times. */
interface Written {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Makes an incident, and tells how long after the fault it starts, and what was written before, and in between. */
const start = async (isRealTime: boolean, leadMs?: number, parts: Partial<IncidentParts> = {}, uri = TASK) => {
  const written: Written[] = [];
  let leasedMs = Number.NaN;
  const lease: Backend["lease"] = async (request) => {
    const slot = await open.backend.lease(request);
    leasedMs = slot.admin.clock.nowMs();
    return { ...slot, isRealTime, admin: noting(slot.admin, written) } satisfies Slot;
  };
  const task = { ...open.catalogue.taskOf(uri), ...(leadMs !== undefined && { leadMs }) };
  const incident = await createIncident(task, "5", { backend: { ...open.backend, lease }, noise: [], decoys: [], ...parts });
  const injectedMs = written.find(({ body }) => isInjection(incident, body))?.atMs ?? Number.NaN;
  const [before, after] = [written.filter(({ atMs }) => atMs < injectedMs), written.filter(({ atMs }) => atMs > injectedMs)];
  return { incident, beforeS: (injectedMs - leasedMs) / 1_000, leadS: (incident.startMs - injectedMs) / 1_000, before, after };
};

const noting = (admin: ClusterPort, written: Written[]): ClusterPort => ({
  ...admin,
  write: async (request) => {
    written.push({ atMs: admin.clock.nowMs(), method: request.method, path: request.path, body: JSON.stringify(request.body) });
    return await admin.write(request);
  },
});

const isInjection = ({ faults }: Incident, body: string): boolean => {
  const [{ key, value } = { key: "", value: "" }] = faults.map(({ params }) => params as { readonly key: string; readonly value: string });
  return body.includes("selector") && body.includes(key) && body.includes(value);
};

test("the first observation comes as long after the first symptoms as was asked for, on every backend", async () => {
  for (const isRealTime of [false, true])
    for (const seconds of [1, 45, 170]) {
      const { leadS } = await start(isRealTime, seconds * 1_000);
      expect(leadS).toBeGreaterThanOrEqual(seconds);
      expect(leadS).toBeLessThan(seconds + 3);
    }
});

test("nobody waits longer than three minutes on a real cluster", async () => {
  expect((await start(true, 1_800_000)).leadS).toBeLessThan(183);
  expect((await start(false, 1_800_000)).leadS).toBeGreaterThanOrEqual(1_800);
});

test("without a wish it is the same minutes after on a real cluster, and others write meanwhile", async () => {
  const [simulated, real] = [await start(false), await start(true)];
  expect(real.leadS).toBeCloseTo(Math.min(simulated.leadS, 180), -1);
  expect(real.leadS).toBeGreaterThan(110);
  expect(real.after.length).toBeGreaterThan(10);
  expect(real.after.at(-1)?.atMs).toBeGreaterThan(real.incident.startMs - 20_000);
});

test("others work before the fault on a real cluster, too, each at its time, for a minute at most", async () => {
  const { before, beforeS } = await start(true);
  expect(beforeS).toBeGreaterThanOrEqual(10);
  expect(beforeS).toBeLessThanOrEqual(61);
  expect(before.length).toBeGreaterThan(3);
  expect(new Set(before.map(({ atMs }) => Math.floor(atMs / 1_000))).size).toBeGreaterThan(3);
});

test("workloads are rolled out and scaled on a real cluster, too, whose old revisions stay for the rollback", async () => {
  const { before, after } = await start(true, undefined, {}, TASK.replace("&noise=none", ""));
  const all = [...before, ...after];
  const changed = all.filter(({ path, body }) => /deployments\/[^/]+$/.test(path) && /"(template|replicas)"/.test(body));
  expect(new Set(changed.map(({ path }) => path)).size).toBeGreaterThan(1);
  expect(all.filter(({ method, path }) => method === "DELETE" && path.includes("replicasets"))).toEqual([]);
});

test("a slot without other work waits, too, when asked", async () => {
  expect((await start(true, 60_000, { hasSurroundings: false })).leadS).toBeGreaterThanOrEqual(60);
  expect((await start(true, undefined, { hasSurroundings: false })).leadS).toBeLessThan(10);
});

test("the same incident with another lead time is kept beside it", async () => {
  const task = open.catalogue.taskOf(TASK);
  const [drawn, early, again] = [
    await open.incidents.get(task, "5"),
    await open.incidents.get({ ...task, leadMs: 60_000 }, "5"),
    await open.incidents.get({ ...task, leadMs: 60_000 }, "5"),
  ];
  expect(early.faults[0]?.params).toEqual(drawn.faults[0]?.params);
  expect(early.startMs).toBeLessThan(drawn.startMs);
  expect(again.slot).toBe(early.slot);
});
