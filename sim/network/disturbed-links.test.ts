import { expect, test } from "vitest";
import { createFixture } from "../bootstrap/cluster-fixture.cases.ts";
import type { Caller } from "./connections/connection.ts";
import { disturbLink, linkTrouble } from "./disturbed-links.ts";

const caller = (app: string, node: string, namespace = "shop"): Caller => ({ namespace, labels: { app }, node, podIP: "10.0.0.1" });
const labelled = (app: string) => ({ namespace: "shop", labels: { app } });

test("packets between two sets of pods are delayed and lost both ways, and between others not", () => {
  const { world } = createFixture();
  const [front, back] = [caller("front", "worker-1"), caller("back", "worker-2")];
  disturbLink(world, [labelled("front"), labelled("back")], { delayMs: 50, lossShare: 0.1 });
  expect(linkTrouble(world, front, back)).toEqual({ delayMs: 50, lossShare: expect.closeTo(0.1) });
  expect(linkTrouble(world, back, front)).toEqual({ delayMs: 50, lossShare: expect.closeTo(0.1) });
  expect(linkTrouble(world, front, caller("store", "worker-2"))).toBeUndefined();
  expect(linkTrouble(world, front, caller("back", "worker-2", "other"))).toBeUndefined();
});

test("disturbances add up, those of nodes count for all of their pods, and zeros end one", () => {
  const { world } = createFixture();
  const [front, back] = [caller("front", "worker-1"), caller("back", "worker-2")];
  const nodes = [{ node: "worker-1" }, { node: "worker-2" }] as const;
  disturbLink(world, [labelled("front"), labelled("back")], { delayMs: 50, lossShare: 0.5 });
  disturbLink(world, nodes, { delayMs: 10, lossShare: 0.5 });
  expect(linkTrouble(world, front, back)).toEqual({ delayMs: 60, lossShare: 0.75 });
  disturbLink(world, [labelled("front"), labelled("back")], { delayMs: 0, lossShare: 0 });
  expect(linkTrouble(world, front, back)).toEqual({ delayMs: 10, lossShare: 0.5 });
  disturbLink(world, nodes, { delayMs: 0, lossShare: 0 });
  expect(linkTrouble(world, front, back)).toBeUndefined();
});

test("a fork has the disturbances of its parent, and its own are not seen there", () => {
  const { world } = createFixture();
  const nodes = [{ node: "worker-1" }, { node: "worker-2" }] as const;
  disturbLink(world, nodes, { delayMs: 10, lossShare: 0 });
  const fork = world.fork("other");
  disturbLink(fork, nodes, { delayMs: 99, lossShare: 0 });
  expect(linkTrouble(world, caller("a", "worker-1"), caller("b", "worker-2"))?.delayMs).toBe(10);
  expect(linkTrouble(fork, caller("a", "worker-1"), caller("b", "worker-2"))?.delayMs).toBe(99);
});
