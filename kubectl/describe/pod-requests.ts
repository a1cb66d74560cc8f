import { type Amounts, addAmounts, mostAmounts, podAmounts } from "#kube/objects/pod-amounts.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { Container, Pod } from "#kube/types/pod.ts";

/** Sum of a pod's requests and limits. */
export interface PodAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Sums the containers of a pod and its overhead; init containers count by the largest, restartable ones in full. */
export const podRequests = (pod: Pod): PodAmounts => {
  const { overhead = {} } = pod.spec;
  const requests = podAmounts(pod.spec, (container) => requestsOf(pod, container));
  const limits = podAmounts(pod.spec, ({ resources }) => resources?.limits ?? {});
  const limited = Object.fromEntries(Object.entries(overhead).filter(([name]) => compareQuantities(limits[name] ?? "0", "0") !== 0));
  return { requests: addAmounts(requests, overhead), limits: addAmounts(limits, limited) };
};

/** Requests of a container; during a resize, the maximum of desired, allocated and actual ones. */
const requestsOf = ({ status }: Pod, { name, resources }: Container): Amounts => {
  const wished = resources?.requests ?? {};
  const running = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find((one) => one.name === name);
  if (running?.resources === undefined) return wished;
  const isInfeasible = (status?.conditions ?? []).some(({ type, reason }) => type === "PodResizePending" && reason === "Infeasible");
  const granted = mostAmounts(running.resources.requests ?? {}, running.allocatedResources ?? {});
  return isInfeasible ? granted : mostAmounts(wished, granted);
};
