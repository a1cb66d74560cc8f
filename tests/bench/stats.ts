/** A measured series, in milliseconds unless said otherwise. */
export interface Series {
  readonly n: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly mean: number;
}

/** Computes the percentiles of samples. */
export const summarize = (samples: readonly number[]): Series => {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return {
    n: sorted.length,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    mean: round(sorted.reduce((sum, value) => sum + value, 0) / sorted.length),
  };
};

/** Runs a measurement several times. @returns the one with the median rate, with the lowest and highest rate */
export const repeat = async (times: number, run: () => Promise<Measured>) => {
  const runs = [];
  for (let i = 0; i < times; i++) runs.push(await run());
  runs.sort((a, b) => a.rate - b.rate);
  const middle = runs[Math.floor(runs.length / 2)]!;
  return {
    rate: round(middle.rate),
    rate_least: round(runs[0]!.rate),
    rate_most: round(runs.at(-1)!.rate),
    repeats: times,
    ...(middle.cpuMs !== undefined && { cpu_ms: round(middle.cpuMs) }),
    latency_ms: middle.latency,
  };
};

/** Result of one run of a loop. */
interface Measured {
  readonly rate: number;
  /** CPU time of this process per unit, all threads, ms: more meaningful than the rate on a shared machine. Missing: not measured. */
  readonly cpuMs?: number;
  readonly latency: Series;
}

/**
 * Times each call of a closed loop until the timed calls add up to a span.
 *
 * @param prepare runs before each call and is not timed, such as a reset that is due
 */
export const timeLoop = async (
  spanMs: number,
  run: (i: number) => Promise<number | undefined>,
  prepare: () => Promise<void> = async () => undefined,
): Promise<Measured> => {
  const samples: number[] = [];
  let units = 0;
  let timedMs = 0;
  let cpuUs = 0;
  for (let i = 0; timedMs < spanMs; i++) {
    await prepare();
    const before = process.cpuUsage();
    const beganMs = performance.now();
    units += (await run(i)) ?? 1;
    samples.push(performance.now() - beganMs);
    const { user, system } = process.cpuUsage(before);
    cpuUs += user + system;
    timedMs += samples.at(-1) ?? 0;
  }
  return { rate: (units * 1000) / timedMs, cpuMs: cpuUs / 1000 / units, latency: summarize(samples) };
};

/** Measures the CPU time of this process, all threads, while something runs. */
export const cpuMsOf = <T>(run: () => T): { readonly cpuMs: number; readonly result: T } => {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, result };
};

/** Warm-up before a measurement, as a multiple of its span: V8 compiles frequent code, and trainers run for hours. */
export const WARM_UP_SPANS = 3;

/** Rounds to three decimals. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;
