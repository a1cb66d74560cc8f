import { expect, test } from "vitest";
import type { World } from "../kernel/world.ts";
import { FLOW_HISTORY, type FlowRow } from "./flow-history.ts";
import { readHotelChart } from "./hotel-chart.cases.ts";
import { createWarmFixture, deletePod, startPod } from "./hotel-fixture.cases.ts";

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

test("traffic from memory is the traffic that is found anew", () => {
  const forgetful = warm.fork();
  forgetful.memo = (_name, _revision, derive) => derive(undefined);
  const anew = disturb(forgetful);
  expect(disturb(warm.fork())).toEqual(anew);
  expect(anew.length).toBeGreaterThan(20);
});
