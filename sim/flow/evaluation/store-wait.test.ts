import { expect, test } from "vitest";
import { sharedTimeMs } from "./store-wait.ts";

test("ten clients that want too much share what the store does", () => {
  const clients = Array.from({ length: 10 }, () => ({ rate: 100, atOnce: 10 }));
  expect(sharedTimeMs(clients, 50)).toBeCloseTo(2000, 6);
});

test("a client that wants little gets it, and its idle connections hold up nobody", () => {
  const greedy = { rate: 1000, atOnce: 10 };
  const modest = { rate: 10, atOnce: 1000 };
  // 40 a second are left for ten commands at once.
  expect(sharedTimeMs([greedy, modest], 50)).toBeCloseTo(250, 6);
});
