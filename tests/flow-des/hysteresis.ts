/**
 * Draws what users see while the load goes up and down again: `npm run plot:hysteresis`, which writes `docs/flow-model/*.svg`.
 *
 * A service that collapses at one load recovers at a lower one: between the two, what it does depends on what was before.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ChartLine, PanelChart } from "#cli/plots/chart.ts";
import { renderSvg } from "#cli/plots/render-svg.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import { putLoad, setLoadFactor } from "#sim/flow/load.ts";
import { errorShare } from "#sim/flow/user-traffic.ts";
import type { World } from "#sim/kernel/world.ts";
import { COLLECTED, STORM } from "../scenarios/metastable-topologies.ts";
import type { Topology } from "./topology.ts";
import { worldOf } from "./world-of.ts";

const HEAP = { maxMiB: 512, liveMiB: 100, requestMiB: 0.3, allocatedMiB: 1 };

const LOADS = Array.from({ length: 13 }, (_, i) => 50 * (i + 1));

/** Time at each load, s. */
const DWELL_S = 120;

const sweep = (world: World, topology: Topology): readonly ChartLine[] => {
  putLoad(world);
  const failing = (rps: number): readonly [number, number] => {
    setLoadFactor(world, rps / topology.rps);
    world.runUntil(world.nowMs() + DWELL_S * 1000);
    const flow = world.log<FlowRow>(FLOW_HISTORY).last()?.operations[0];
    return [rps, flow === undefined ? 0 : 100 * errorShare(flow)];
  };
  return [
    { name: "load goes up", points: LOADS.map(failing) },
    { name: "load goes down", points: LOADS.toReversed().map(failing) },
  ];
};

const draw = async (name: string, title: string, lines: readonly ChartLine[]): Promise<void> => {
  const chart: PanelChart = { title, x: "requests per second", panels: [{ y: "requests that fail, %", lines }] };
  writeFileSync(fileURLToPath(new URL(`../../docs/flow-model/${name}.svg`, import.meta.url)), await renderSvg(chart));
};

await draw("retry-storm", "Calls that time out are made again, up to four times", sweep(worldOf(STORM), STORM));
await draw(
  "full-heap",
  "Requests that wait fill a heap of 512 MiB",
  sweep(worldOf(COLLECTED, { front: { heap: HEAP, ...COLLECTED.further } }), COLLECTED),
);
