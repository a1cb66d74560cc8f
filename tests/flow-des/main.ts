/** Compares the flow model with a simulation of single requests. */
import { readOptions } from "../read-options.ts";
import { compareModels, compareOnset } from "./compare.ts";
import { STORMS } from "./storms.ts";
import { COMPARED } from "./topologies.ts";

const USAGE = `npm run honest:flow [-- --seeds N]

Prints latencies of successes and the share of errors of each topology, and the load at which retries collapse it, as the flow
model has them and as a simulation of single requests does over --seeds (3) seeds, and how far they are apart.
`;

const given = readOptions(USAGE, { seeds: { type: "string", default: "3" } });
const seeds = Array.from({ length: Number(given.seeds) }, (_, i) => `${i + 1}`);

const row = (...cells: readonly string[]): void => {
  process.stdout.write(`${cells.map((cell, i) => (i === 0 ? cell.padEnd(48) : cell.padStart(11))).join("")}\n`);
};
const number = (value: number): string => (value < 1 ? value.toFixed(4) : value.toFixed(1));
const percent = (share: number): string => `${share >= 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;

process.stdout.write(`seeds ${seeds.join(", ")}; latencies in ms\n\n`);
row("", "", "simulated", "flow", "off", "bound");
const reasons = new Set<string>();
for (const topology of COMPARED) {
  let { title } = topology;
  for (const { quantity, simulated, flow, off, within, because } of compareModels(topology, seeds)) {
    row(
      title,
      quantity,
      number(simulated),
      number(flow),
      percent(off),
      `${(within * 100).toFixed(0)} %${because === undefined ? "" : " *"}`,
    );
    title = "";
    if (because !== undefined) reasons.add(because);
  }
}
process.stdout.write(`\n${[...reasons].map((reason) => `* ${reason}\n`).join("")}\n`);
row("retries collapse it within two minutes at", "", "simulated", "flow", "off", "bound");
for (const { title, topology, loads } of STORMS) {
  const { simulated, flow } = compareOnset(topology, loads, seeds);
  row(title, "rps", number(simulated), number(flow), percent(flow / simulated - 1), "5 %");
}
