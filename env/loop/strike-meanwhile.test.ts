import { expect, test } from "vitest";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { createNoiseSchedule, type NoiseParts } from "./noise-schedule.ts";
import { strikeMeanwhile } from "./strike-meanwhile.ts";

/** A clock that runs by itself, an hour a second, and a schedule that strikes about each minute of it. */
const begin = (strike: () => Promise<void> = async () => undefined) => {
  const startedMs = performance.now();
  const nowMs = (): number => Math.floor((performance.now() - startedMs) * SPEED);
  const struckMs: number[] = [];
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms / SPEED));
  const admin = { clock: { nowMs, sleep, until: async () => false } } as unknown as ClusterPort;
  const tick = async (): Promise<void> => {
    struckMs.push(nowMs());
    await strike();
  };
  const generators = [{ id: "tick", meanGapMs: 1, strike: tick }];
  const noise = createNoiseSchedule({ generators, seed: "7", startMs: 0, place: {} as NoiseParts["place"], spared: [] });
  return { noise: { ...noise, nextMs: () => nowMs() + (noise.nextMs() - nowMs()) / SPEED }, admin, struckMs, schedule: noise };
};

const SPEED = 3_600;

test("on a cluster whose time is real, disturbances come although nobody acts, and none after the end", async () => {
  const { noise, admin, struckMs } = begin();
  const end = strikeMeanwhile(noise, { admin, isRealTime: true });
  await expect.poll(() => struckMs.length).toBeGreaterThan(3);
  await end();
  const { length } = struckMs;
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect(struckMs.length).toBe(length);
});

test("the end waits for a disturbance that is under way", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let isDone = false;
  const { noise, admin, struckMs } = begin(async () => {
    await gate;
    isDone = true;
  });
  const end = strikeMeanwhile(noise, { admin, isRealTime: true });
  await expect.poll(() => struckMs.length).toBe(1);
  const ended = end().then(() => expect(isDone).toBe(true));
  open();
  await ended;
});

test("a simulated cluster's time passes with what is done there alone", async () => {
  const { noise, admin, struckMs } = begin();
  const end = strikeMeanwhile(noise, { admin, isRealTime: false });
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect(struckMs).toEqual([]);
  await end();
});

test("nothing comes once the schedule is stopped", async () => {
  const { noise, admin, struckMs, schedule } = begin();
  await schedule.stop(admin);
  expect(schedule.nextMs()).toBe(Number.POSITIVE_INFINITY);
  const end = strikeMeanwhile({ ...noise, nextMs: schedule.nextMs }, { admin, isRealTime: true });
  await end();
  expect(struckMs).toEqual([]);
});
