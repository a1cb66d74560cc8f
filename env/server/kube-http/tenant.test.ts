import { expect, test } from "vitest";
import { createSimCluster } from "#pool/backends/sim/sim-cluster.ts";
import { packBytes } from "../../host/kube-streams/kube-bytes.ts";
import { createKubeStreams } from "../../host/kube-streams/kube-streams.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import { createTenant, type Sink, type Tenant } from "./tenant.ts";

/** A wall clock that a test moves on; nothing happens at it by itself. */
const createHandClock = () => {
  let nowMs = 0;
  const clock: WallClock = { nowMs: () => nowMs, after: () => () => undefined };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { clock, pass };
};

/** A pod in which something happens every second. */
const BUSY_POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "busy" },
  spec: { containers: [{ name: "c", image: "registry.local/busybox:1.35", command: ["sh", "-c", "while sleep 1; do :; done"] }] },
};

const ask = (tenant: Tenant, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const unused = () => undefined;
    const sink: Sink = {
      answer: ({ status }) => resolve(status),
      fail: reject,
      open: unused,
      data: unused,
      session: unused,
      output: unused,
      over: unused,
    };
    tenant.request({ method: "GET", path, query: "", headers: {}, body: packBytes(""), isKnown: true }, sink);
  });

/** A cluster twenty times as fast as the wall clock, where each piece of work is as short as can be. */
const open = async (workMs: number) => {
  const cluster = createSimCluster({ seed: "1", hasMetrics: true, hasStorage: true });
  const path = "/api/v1/namespaces/default/pods";
  const body = new TextEncoder().encode(JSON.stringify(BUSY_POD));
  cluster.api.answer({ method: "POST", path, query: "", headers: { "content-type": "application/json" }, body, shiftMs: 0 }, true);
  await cluster.pass(10_000);
  const { clock, pass } = createHandClock();
  const slips: number[] = [];
  const startMs = cluster.api.clock.nowMs();
  const tenant = createTenant({
    link: createKubeStreams(cluster.api, (ms) => cluster.passPiece(ms, workMs)),
    episodeId: "cluster",
    pace: { idleSpeed: 20, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0 },
    clock,
    virtualNowMs: startMs,
    onSlip: (lostMs) => void slips.push(lostMs),
  });
  return { tenant, pass, slips, passedMs: () => cluster.api.clock.nowMs() - startMs };
};

test("a world that falls behind its pace goes on from where it is, and answers", async () => {
  const { tenant, pass, slips, passedMs } = await open(0);
  pass(3_600_000);
  expect(await ask(tenant, "/api/v1/pods")).toBe(200);
  const reachedMs = passedMs();
  expect(reachedMs).toBeGreaterThan(0);
  expect(slips).toEqual([20 * 3_600_000 - reachedMs]);
  pass(10);
  await ask(tenant, "/api/v1/pods");
  // What was lost is not made up for.
  expect(passedMs()).toBeLessThanOrEqual(reachedMs + 20 * 10);
  tenant.close();
});

test("a world that keeps up loses nothing", async () => {
  const { tenant, pass, slips, passedMs } = await open(60_000);
  pass(30_000);
  expect(await ask(tenant, "/api/v1/nodes")).toBe(200);
  expect(passedMs()).toBe(20 * 30_000);
  expect(slips).toEqual([]);
  tenant.close();
});
