import { observeFlow, observeWorld } from "./observe-flow.ts";
import { simulateRequests } from "./simulate-requests.ts";
import type { Compared, Quantity } from "./topologies.ts";
import type { Topology } from "./topology.ts";
import { worldOf } from "./world-of.ts";

/** A quantity as requests played one by one have it, as the flow model says, and how far apart they are at most. */
export interface Comparison {
  readonly quantity: Quantity;
  readonly simulated: number;
  readonly flow: number;
  /** Difference, as a share of what was simulated. */
  readonly off: number;
  readonly within: number;
  /** Missing: the general bound holds. */
  readonly because?: string;
}

/** Compares both models of a topology, over several seeds of the one that draws. */
export const compareModels = (topology: Compared, seeds: readonly string[]): readonly Comparison[] => {
  const span = topology.isStable ? { fromMs: 10_000, toMs: 130_000 } : { fromMs: 30_000, toMs: 90_000 };
  const flow = observeFlow(topology, span);
  const runs = seeds.map((seed) => simulateRequests(topology, { seed, ...span }));
  const errors = sum(runs.map(({ failed }) => failed)) / sum(runs.map(({ sent }) => sent));
  const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b);
  // Where nothing succeeds, nobody has a latency.
  const quantiles = latencies.length < FEW ? [] : QUANTILES;
  return [
    ...quantiles.map(([quantity, share]) =>
      compare(topology, quantity, latencies[Math.floor(share * latencies.length)] as number, flow.quantile(share)),
    ),
    ...(errors + flow.errorShare > NEGLIGIBLE ? [compare(topology, "errors", errors, flow.errorShare)] : []),
  ];
};

const QUANTILES = [
  ["p50", 0.5],
  ["p95", 0.95],
  ["p99", 0.99],
] as const;

const FEW = 1000;

/** Share of errors that counts as none. */
const NEGLIGIBLE = 5e-5;

const compare = ({ isStable, wider = {} }: Compared, quantity: Quantity, simulated: number, flow: number): Comparison => {
  const own = wider[quantity];
  return {
    quantity,
    simulated,
    flow,
    off: flow / simulated - 1,
    within: own?.within ?? (isStable ? 0.1 : 0.2),
    ...(own && { because: own.because }),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Loads at which a topology collapses within two minutes in half of the runs, requests per second. */
export interface Onset {
  readonly simulated: number;
  readonly flow: number;
}

/** Raises the load by steps until runs collapse in both models. */
export const compareOnset = (topology: Topology, loads: readonly number[], seeds: readonly string[]): Onset => {
  const warm = worldOf(topology);
  const collapses = (errorShare: number): boolean => errorShare > 0.5;
  const simulated = (rps: number, seed: string): boolean => {
    const { sent, failed } = simulateRequests({ ...topology, rps }, { seed, ...AFTER_TWO_MINUTES });
    return collapses(failed / sent);
  };
  const flow = (rps: number, seed: string): boolean =>
    collapses(observeWorld(warm.fork(seed), topology, { ...AFTER_TWO_MINUTES, load: [{ fromMs: 0, rps }] }).errorShare);
  return { simulated: halfway(loads, seeds, simulated), flow: halfway(loads, seeds, flow) };
};

const AFTER_TWO_MINUTES = { fromMs: 110_000, toMs: 120_000 };

/** The load at which half of the runs collapse: each that holds out at a load moves it up by a step. */
const halfway = (loads: readonly number[], seeds: readonly string[], collapses: (rps: number, seed: string) => boolean): number => {
  const [first = 0, second = 0] = loads;
  const heldOut = sum(loads.map((rps) => seeds.filter((seed) => !collapses(rps, seed)).length / seeds.length));
  return first + (heldOut - 0.5) * (second - first);
};
