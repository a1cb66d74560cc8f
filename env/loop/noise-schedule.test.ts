import { expect, test } from "vitest";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Noise } from "#problems/problem.ts";
import { createNoiseSchedule, type NoiseParts } from "./noise-schedule.ts";

const HOUR_MS = 3_600_000;

/** Creates a cluster in which only time passes. */
const createIdleCluster = (startMs: number) => {
  let nowMs = startMs;
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
  };
  return { clock: { nowMs: () => nowMs, sleep, until: async () => false } } as unknown as ClusterPort;
};

const scheduleNoting = (struckAtMs: number[], seed = "7") =>
  createNoiseSchedule({
    generators: [{ id: "tick", meanGapMs: 60_000, strike: async (cluster) => void struckAtMs.push(cluster.clock.nowMs()) }],
    seed,
    startMs: 1_000,
    place: {} as NoiseParts["place"],
    spared: [],
  });

const strikesInAnHour = async (paceMs: number, seed?: string): Promise<readonly number[]> => {
  const struck: number[] = [];
  const [schedule, cluster] = [scheduleNoting(struck, seed), createIdleCluster(1_000)];
  while (cluster.clock.nowMs() < 1_000 + HOUR_MS) await schedule.pass(cluster, paceMs);
  return struck;
};

test("strikes fall at the same instants however time is passed, at least 20 s apart", async () => {
  const atOnce = await strikesInAnHour(HOUR_MS);
  expect(atOnce.length).toBeGreaterThan(10);
  expect(await strikesInAnHour(10_000)).toEqual(atOnce);
  expect(await strikesInAnHour(720)).toEqual(atOnce);
  for (const [i, atMs] of atOnce.entries()) expect(atMs - (atOnce[i - 1] ?? 1_000)).toBeGreaterThanOrEqual(20_000);
});

test("another seed strikes at other instants", async () => {
  expect(await strikesInAnHour(HOUR_MS, "8")).not.toEqual(await strikesInAnHour(HOUR_MS));
});

test("a fork strikes when its parent does", async () => {
  const struck: number[] = [];
  const [parent, cluster] = [scheduleNoting(struck), createIdleCluster(1_000)];
  await parent.pass(cluster, HOUR_MS / 2);
  const fork = parent.fork();
  const [before, forked] = [struck.length, createIdleCluster(cluster.clock.nowMs())];
  await parent.pass(cluster, HOUR_MS / 2);
  const byParent = struck.splice(before);
  await fork.pass(forked, HOUR_MS / 2);
  expect(byParent.length).toBeGreaterThan(0);
  expect(struck.slice(before)).toEqual(byParent);
});

test("a fork with a seed of its own strikes at other instants, all of them later", async () => {
  const struck: number[] = [];
  const [parent, cluster] = [scheduleNoting(struck), createIdleCluster(1_000)];
  await parent.pass(cluster, HOUR_MS / 2);
  const nowMs = cluster.clock.nowMs();
  const before = struck.length;
  await parent.fork({ seed: "8", nowMs }).pass(createIdleCluster(nowMs), HOUR_MS / 2);
  const reseeded = struck.splice(before);
  await parent.pass(cluster, HOUR_MS / 2);
  expect(reseeded.length).toBeGreaterThan(0);
  expect(Math.min(...reseeded)).toBeGreaterThan(nowMs);
  expect(reseeded).not.toEqual(struck.slice(before));
});

test("a schedule that was stopped lets time pass and strikes no more", async () => {
  const struck: number[] = [];
  const [schedule, cluster] = [scheduleNoting(struck), createIdleCluster(1_000)];
  await schedule.stop(cluster);
  await schedule.pass(cluster, HOUR_MS);
  expect([struck, cluster.clock.nowMs()]).toEqual([[], 1_000 + HOUR_MS]);
});

test("what lasts ends after its time with the same draws, in forks as well, and none is left", async () => {
  const ended: string[] = [];
  const note =
    (what: string): Noise["strike"] =>
    async (cluster, _place, { rng }) =>
      void ended.push(`${what} ${rng.stream("component").int(0, 999)} at ${cluster.clock.nowMs()}`);
  const noise: Noise = { id: "long", meanGapMs: 60_000, strike: note("from"), recovery: { afterMs: [90_000, 200_000], end: note("to") } };
  const parts = { generators: [noise], seed: "7", startMs: 0, place: {} as NoiseParts["place"], spared: [] };
  const atOnce = createIdleCluster(0);
  await createNoiseSchedule(parts).pass(atOnce, HOUR_MS);
  const whole = ended.splice(0);
  const drawn = (what: string) => whole.filter((line) => line.startsWith(what)).map((line) => line.split(" ")[1]);
  const [from, to] = [drawn("from"), drawn("to")];
  expect(to.length).toBeGreaterThan(10);
  expect(from.length - to.length).toBeLessThan(8);
  for (const victim of to) expect(from).toContain(victim);
  const piecewise = createIdleCluster(0);
  let schedule = createNoiseSchedule(parts);
  for (let ms = 0; ms < HOUR_MS; ms += 50_000) {
    await schedule.pass(piecewise, 50_000);
    schedule = schedule.fork();
  }
  expect(ended).toEqual(whole);
});

test("a disturbance that the cluster refuses does not come, and any other failure is thrown", async () => {
  const failing = (cause: Error) =>
    createNoiseSchedule({
      generators: [{ id: "refused", meanGapMs: 60_000, strike: () => Promise.reject(cause) }],
      seed: "7",
      startMs: 1_000,
      place: {} as NoiseParts["place"],
      spared: [],
    });
  const [cluster, other] = [createIdleCluster(1_000), createIdleCluster(1_000)];
  await failing(new ApiError({ status: 403, body: {} }, "create events")).pass(cluster, HOUR_MS);
  expect(cluster.clock.nowMs()).toBe(1_000 + HOUR_MS);
  await expect(failing(new Error("broken")).pass(other, HOUR_MS)).rejects.toThrow("broken");
});

test("acts of faults come at their times, however time is passed, and a fork plays those that are still to come", async () => {
  const played: string[] = [];
  const act = (atMs: number, name: string) => ({ atMs, play: async () => void played.push(name) });
  const parts: NoiseParts = {
    generators: [],
    planned: [act(5_000, "first"), act(5_000, "second"), act(90_000, "third")],
    seed: "1",
    startMs: 1_000,
    place: {} as NoiseParts["place"],
    spared: [],
  };
  const [schedule, cluster] = [createNoiseSchedule(parts), createIdleCluster(1_000)];
  await schedule.pass(cluster, 3_999);
  expect(played).toEqual([]);
  await schedule.pass(cluster, 1);
  expect(played).toEqual(["first", "second"]);
  const fork = schedule.fork({ seed: "2", nowMs: 5_000 });
  await fork.pass(createIdleCluster(5_000), 200_000);
  expect(played).toEqual(["first", "second", "third"]);
  await schedule.pass(cluster, 200_000);
  expect(played).toEqual(["first", "second", "third", "third"]);
  expect(cluster.clock.nowMs()).toBe(205_000);
});

/** Notes begin and end of what lasts ten minutes, and strikes about every minute. */
const longNoise = (told: string[]): Noise => {
  const note =
    (what: string): Noise["strike"] =>
    async () =>
      void told.push(what);
  return { id: "long", meanGapMs: 60_000, strike: note("begin"), recovery: { afterMs: [600_000, 600_000], end: note("end") } };
};

test("at most two disturbances last at the same time", async () => {
  const told: string[] = [];
  const parts = { generators: [longNoise(told)], seed: "7", startMs: 0, place: {} as NoiseParts["place"], spared: [] };
  await createNoiseSchedule(parts).pass(createIdleCluster(0), 2 * HOUR_MS);
  let running = 0;
  const most = Math.max(...told.map((what) => (running += what === "begin" ? 1 : -1)));
  expect(most).toBe(2);
  expect(told.filter((what) => what === "begin").length).toBeGreaterThan(8);
});

test("a schedule that is stopped ends what lasts, once, and its fork goes on", async () => {
  const told: string[] = [];
  const parts = { generators: [longNoise(told)], seed: "7", startMs: 0, place: {} as NoiseParts["place"], spared: [] };
  const [schedule, cluster] = [createNoiseSchedule(parts), createIdleCluster(0)];
  await schedule.pass(cluster, 500_000);
  const fork = schedule.fork();
  await schedule.stop(cluster);
  expect(told).toEqual(["begin", "begin", "end", "end"]);
  await schedule.pass(cluster, HOUR_MS);
  expect(told.splice(0).length).toBe(4);
  await fork.pass(createIdleCluster(500_000), 600_000);
  expect(told.filter((what) => what === "end").length).toBeGreaterThanOrEqual(2);
});
