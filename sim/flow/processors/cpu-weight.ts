/** Weight of a control group by the CPU that is requested in it, as the kubelet and the runtime write it into `cpu.weight`. */
export const cpuWeight = (requestedCores: number): number => {
  const shares = Math.min(SHARES_MOST, Math.max(SHARES_LEAST, Math.floor(requestedCores * SHARES_PER_CORE)));
  return 1 + Math.floor(((shares - SHARES_LEAST) * 9999) / (SHARES_MOST - SHARES_LEAST));
};

/** Weight that a group has where nobody has said otherwise: those of the machine's own services. */
export const DEFAULT_WEIGHT = 100;

/** Of the older interface, in which Kubernetes reckons. */
const SHARES_PER_CORE = 1024;
const SHARES_LEAST = 2;
const SHARES_MOST = 262_144;
