import { describe, expect, test } from "vitest";
import { compareModels, compareOnset } from "./compare.ts";
import { simulateRequests } from "./simulate-requests.ts";
import { STORMS } from "./storms.ts";
import { COMPARED } from "./topologies.ts";
import type { Topology } from "./topology.ts";

describe("the simulation of single requests", () => {
  const single = (given: Partial<Topology["services"][number]>, rps: number): Topology => ({
    id: "single",
    rps,
    services: [{ name: "only", workers: 1, queue: 10_000, medianMs: 10, p99Ms: 10.001, calls: [], ...given }],
  });

  test("waits as a queue with constant work does: half of rho over one minus rho", () => {
    const { latenciesMs } = simulateRequests(single({}, 70), { seed: "1", fromMs: 10_000, toMs: 410_000 });
    const mean = latenciesMs.reduce((sum, ms) => sum + ms, 0) / latenciesMs.length;
    expect(mean - 0.6 - 10).toBeCloseTo((10 * 0.7) / (2 * 0.3), 0);
  });
  test("serves what it can where more comes, and drops what finds the queue full", () => {
    const { sent, failed } = simulateRequests(single({ queue: 20 }, 200), { seed: "1", fromMs: 10_000, toMs: 60_000 });
    expect(1 - failed / sent).toBeCloseTo(0.5, 1);
  });
});

describe("the flow model says what happens to single requests", () => {
  test.each(COMPARED.map((topology) => [topology.title, topology] as const))("%s", (_title, topology) => {
    for (const { quantity, simulated, flow, off, within } of compareModels(topology, ["1"]))
      expect(Math.abs(off), `${quantity}: ${simulated} simulated, ${flow} in the model`).toBeLessThanOrEqual(within);
  });

  test("retries collapse it at the same load", () => {
    const { topology, loads } = STORMS[0] as (typeof STORMS)[number];
    const { simulated, flow } = compareOnset(topology, loads, ["1"]);
    expect(Math.abs(flow / simulated - 1), `${simulated} rps simulated, ${flow} in the model`).toBeLessThan(0.05);
  });
});
