/** A duration out of the lognormal with this median and 99th percentile, in ms. */
export const drawLognormal = (medianMs: number, p99Ms: number): number =>
  medianMs * Math.exp((Math.log(p99Ms / medianMs) / Z99) * drawNormal());

const Z99 = 2.3263478740408408;

/** Box and Muller's transform. */
const drawNormal = (): number => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

/** Uses the processor for as long as the work is described to need it. */
export const burnCpu = (ms: number): void => {
  const until = process.cpuUsage().user + ms * 1000;
  while (process.cpuUsage().user < until) for (let i = 0; i < SPINS; i++) sink = (sink * 31 + i) | 0;
};

/** Between two looks at the clock. */
const SPINS = 2000;
let sink = 0;
