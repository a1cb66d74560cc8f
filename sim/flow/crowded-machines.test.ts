import { expect, test } from "vitest";
import { World, type WorldImage } from "../kernel/world.ts";
import { addMachine } from "../machines/machines.ts";
import { planSolve } from "../processes/plan-solve.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { FLOW_HISTORY, type FlowRow } from "./flow-history.ts";
import { readHotelChart } from "./hotel-chart.cases.ts";
import { createWarmFixture, podOf } from "./hotel-fixture.cases.ts";
import { keepBusy } from "./keep-busy.ts";

const warm = createWarmFixture(await readHotelChart());
const row = (world: World): FlowRow => world.log<FlowRow>(FLOW_HISTORY).last() as FlowRow;
const crowd = (world: World, node: string, cores: number): void => {
  keepBusy(world, node, cores);
  world.runUntil(world.nowMs() + 30_000);
};
const meanMs = (world: World, component: string): number =>
  Math.max(
    ...row(world)
      .servers.filter((server) => server.component === component)
      .map((server) => server.meanMs),
  );
const usedOn = (world: World, node: string): number =>
  row(world)
    .servers.filter(({ process }) => world.map<Process>(PROCESSES).get(process)?.start.pod.spec.nodeName === node)
    .reduce((sum, { cpuCores }) => sum + cpuCores, 0);
const nodeOf = (world: World, component: string): string => podOf(world, component)?.spec.nodeName ?? "";
const withMachines = (cores: number): World => {
  const world = warm.fork();
  for (const node of ["worker-0", "worker-1", "worker-2"]) addMachine(world, node, cores);
  return world;
};

test("machines with room for all change nothing of the traffic", () => {
  const [plain, roomy] = [warm.fork(), withMachines(8)];
  for (const world of [plain, roomy]) {
    planSolve(world);
    world.runUntil(world.nowMs() + 30_000);
  }
  expect(row(roomy)).toEqual(row(plain));
});

test("requests take longer where their machine is crowded, their callers wait, and all is as before once there is room", () => {
  const world = withMachines(1);
  planSolve(world);
  world.runUntil(world.nowMs() + 30_000);
  const [node, before] = [nodeOf(world, "frontend"), row(world)];
  const calm = meanMs(world, "frontend");
  crowd(world, node, 0.6);
  expect(meanMs(world, "frontend")).toBeGreaterThan(calm * 2);
  expect(row(world).operations[0]?.meanMs).toBeGreaterThan((before.operations[0]?.meanMs ?? 0) * 1.5);
  expect(row(world).machines?.map((machine) => machine.node)).toEqual([node]);
  crowd(world, node, 0);
  expect({ ...row(world), fromMs: 0 }).toEqual({ ...before, fromMs: 0 });
});

test("a machine with far too little time works on fewer requests, fails the others, and uses no more than it has", () => {
  const world = withMachines(0.5);
  const node = nodeOf(world, "frontend");
  crowd(world, node, 8);
  const { operations, machines } = row(world);
  expect(operations[0]?.errors.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(0.5);
  // Weights of 100 and 20: of half a core the pods have a sixth.
  expect(usedOn(world, node)).toBeLessThanOrEqual((0.5 / 6) * 1.01);
  expect(machines?.find((machine) => machine.node === node)?.cores).toBeLessThanOrEqual((0.5 * 5) / 6);
  expect(usedOn(world, nodeOf(world, "user"))).toBeLessThan(0.5);
});

test("what a crowded machine does is the same in a fork and in a world that was restored", () => {
  const world = withMachines(0.5);
  crowd(world, nodeOf(world, "frontend"), 4);
  const restored = World.of(warm, JSON.parse(JSON.stringify(world.image(warm))) as WorldImage);
  const fork = world.fork();
  for (const one of [world, fork, restored]) one.runUntil(one.nowMs() + 60_000);
  expect(row(fork)).toEqual(row(world));
  expect(row(restored)).toEqual(row(world));
});
