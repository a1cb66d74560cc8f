import { type Amounts, addAmounts } from "#kube/objects/pod-amounts.ts";
import { podLimits, requestsWhileResized } from "#kube/objects/pod-requests.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";

/** Sum of a pod's requests and limits, with its overhead. */
export interface PodUse {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Sums what a pod takes of its node; overhead counts as a limit where there is a limit. */
export const podUse = (pod: Pod): PodUse => {
  const { overhead = {} } = pod.spec;
  const limits = podLimits(pod.spec);
  const limited = Object.fromEntries(Object.entries(overhead).filter(([name]) => compareQuantities(limits[name] ?? "0", "0") !== 0));
  return { requests: addAmounts(requestsWhileResized(pod), overhead), limits: addAmounts(limits, limited) };
};
