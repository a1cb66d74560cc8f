import type { Baseline } from "#kube/app/baseline.ts";
import { cpuRequestOfPod } from "#kube/listings/autoscaled.ts";
import { countedWorkloads } from "../quota-on-pods.ts";
import type { QuotaParams } from "../tight-quota.ts";

export interface Params extends QuotaParams {
  /** CPU that the pods of the namespace may request together, such as `1850m`. */
  readonly cpu: string;
}

/** Field of a quota that bounds it. */
export const CPU_FIELD = "requests.cpu";

/** The bound of a quota on CPU, given in mCPU. */
export const hardCpu = (milli: number): Readonly<Record<string, string>> => ({ [CPU_FIELD]: `${milli}m` });

/** Amount of a parameter, mCPU. */
export const milliOf = (cpu: string): number => Number(cpu.replace("m", ""));

/** CPU that the pods of the baseline's workloads request together, mCPU. */
export const wantedMilli = (baseline: Baseline): number =>
  countedWorkloads(baseline).reduce((sum, { workload, count }) => sum + count * (cpuRequestOfPod(workload.spec.template.spec) ?? 0), 0);

/** A round amount with room for a roll-out of all, mCPU. */
export const ampleMilli = (baseline: Baseline): number => 1000 * Math.ceil((2 * wantedMilli(baseline)) / 1000 + 1);
