/** Shares of lognormal latencies of this mean and deviation that are at most each of some bounds, which are positive. */
export const sharesWithin = (boundsMs: readonly number[], meanMs: number, deviationMs: number): readonly number[] => {
  if (meanMs <= 0) return boundsMs.map(() => 1);
  const { mu, sigma } = lognormalOf(meanMs, deviationMs);
  return boundsMs.map((ms) => (sigma === 0 ? (ms >= meanMs ? 1 : 0) : normalShare((logOf(ms) - mu) / sigma)));
};

const logs = new Map<number, number>();

/** Bounds are few and asked for again and again. */
const logOf = (ms: number): number => {
  let log = logs.get(ms);
  if (log === undefined) {
    log = Math.log(ms);
    if (logs.size < LOGS_MAX) logs.set(ms, log);
  }
  return log;
};

const LOGS_MAX = 256;

/** The latency below which a share of requests lies: the inverse of sharesWithin. */
export const latencyAt = (share: number, flow: Latency): number => {
  if (flow.meanMs <= 0) return 0;
  const { mu, sigma } = keptLognormal(flow);
  return Math.exp(mu + sigma * normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, share))));
};

/** Of lognormal latencies. Immutable: what follows from it is kept with it. */
interface Latency {
  readonly meanMs: number;
  readonly deviationMs: number;
}

const keptLognormal = (flow: Latency): Lognormal => {
  let lognormal = lognormals.get(flow);
  if (lognormal === undefined) {
    lognormal = lognormalOf(flow.meanMs, flow.deviationMs);
    lognormals.set(flow, lognormal);
  }
  return lognormal;
};

interface Lognormal {
  readonly mu: number;
  readonly sigma: number;
}

const lognormals = new WeakMap<Latency, Lognormal>();

const lognormalOf = (meanMs: number, deviationMs: number): Lognormal => {
  const variance = Math.log(1 + (deviationMs / meanMs) ** 2);
  return { mu: Math.log(meanMs) - variance / 2, sigma: Math.sqrt(variance) };
};

/** Distribution function of the standard normal, by Zelen and Severo's polynomial (error below 7.5e-8). */
export const normalShare = (x: number): number => {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x));
  const tail =
    0.398_942_280_4 *
    Math.exp((-x * x) / 2) *
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return x >= 0 ? 1 - tail : tail;
};

/** Quantile function of the standard normal, by Acklam's rational approximation (relative error below 1.2e-9). */
export const normalQuantile = (p: number): number => {
  if (p < LOW) return tailQuantile(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - LOW) return -tailQuantile(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  const top =
    ((((-39.696_830_286_653_76 * r + 220.946_098_424_520_5) * r - 275.928_510_446_968_7) * r + 138.357_751_867_269) * r -
      30.664_798_066_147_16) *
      r +
    2.506_628_277_459_239;
  const bottom =
    ((((-54.476_098_798_224_06 * r + 161.585_836_858_040_9) * r - 155.698_979_859_886_6) * r + 66.801_311_887_719_72) * r -
      13.280_681_552_885_72) *
      r +
    1;
  return (top * q) / bottom;
};

const LOW = 0.02425;

const tailQuantile = (q: number): number => {
  const top =
    ((((-0.007_784_894_002_430_293 * q - 0.322_396_458_041_136_5) * q - 2.400_758_277_161_838) * q - 2.549_732_539_343_734) * q +
      4.374_664_141_464_968) *
      q +
    2.938_163_982_698_783;
  const bottom =
    (((0.007_784_695_709_041_462 * q + 0.322_467_129_070_039_8) * q + 2.445_134_137_142_996) * q + 3.754_408_661_907_416) * q + 1;
  return top / bottom;
};
