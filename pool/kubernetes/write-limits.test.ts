import { expect, test } from "vitest";
import type { HttpAnswer } from "./api-connection.ts";
import { createWriteLimits } from "./write-limits.ts";

const answer = (status: number, retryAfterMs?: number): HttpAnswer => ({ status, contentType: "", warnings: [], text: "", retryAfterMs });
const POST = { method: "POST", path: "/api/v1/namespaces", headers: {} };
const GET = { method: "GET", path: "/api/v1/namespaces", headers: {} };

/** Creates a clock whose sleep advances its time. */
const createClock = () => {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
};

test("after a burst writes go at the agreed pace, and reads are not held back", async () => {
  const clock = createClock();
  const limits = createWriteLimits(clock, { concurrent: 1, perSecond: 10, burst: 5 });
  for (let i = 0; i < 25; i++) await limits.run(POST, async () => answer(201));
  expect(clock.nowMs()).toBe(2_000);
  for (let i = 0; i < 100; i++) await limits.run(GET, async () => answer(200));
  expect(clock.nowMs()).toBe(2_000);
});

test("a server that asks for patience gets it, from everybody, and the request is sent again", async () => {
  const clock = createClock();
  const limits = createWriteLimits(clock, {});
  const answers = [answer(429, 7_000), answer(201)];
  expect((await limits.run(POST, async () => answers.shift() as HttpAnswer)).status).toBe(201);
  expect(clock.nowMs()).toBe(7_000);
});

test("an eviction that a disruption budget forbids is an answer, not a wish for patience", async () => {
  const clock = createClock();
  const eviction = { ...POST, path: "/api/v1/namespaces/shop/pods/web/eviction" };
  expect((await createWriteLimits(clock).run(eviction, async () => answer(429, 10_000))).status).toBe(429);
  expect(clock.nowMs()).toBe(0);
});

test("a server that asks for patience for ever gets its answer passed on in the end", async () => {
  const clock = createClock();
  expect((await createWriteLimits(clock).run(POST, async () => answer(429, 1_000))).status).toBe(429);
  expect(clock.nowMs()).toBe(7_000);
});
