import { compareQuantities, sumQuantities } from "#kube/quantity.ts";
import type { Container, Pod } from "#kube/types/pod.ts";

/** What a pod asks for in sum. */
export interface PodAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

type Amounts = Readonly<Record<string, string>>;

/** Sums the containers of a pod and its overhead; init containers count by the largest, restartable ones in full. */
export const podRequests = (pod: Pod): PodAmounts => {
  const { overhead = {} } = pod.spec;
  const requests = total(pod, (container) => requestsOf(pod, container));
  const limits = total(pod, ({ resources }) => resources?.limits ?? {});
  const limited = Object.fromEntries(Object.entries(overhead).filter(([name]) => compareQuantities(limits[name] ?? "0", "0") !== 0));
  return { requests: sum(requests, overhead), limits: sum(limits, limited) };
};

const total = ({ spec }: Pod, amountsOf: (container: Container) => Amounts): Amounts => {
  let steady = spec.containers.map(amountsOf).reduce(sum, {});
  let restartable: Amounts = {};
  let peak: Amounts = {};
  for (const container of spec.initContainers ?? []) {
    const amounts = amountsOf(container);
    if (container.restartPolicy === "Always") {
      steady = sum(steady, amounts);
      restartable = sum(restartable, amounts);
      peak = most(peak, restartable);
    } else peak = most(peak, sum(amounts, restartable));
  }
  return most(steady, peak);
};

/** While a container is resized, the most of what is wished, granted and in force. */
const requestsOf = ({ status }: Pod, { name, resources }: Container): Amounts => {
  const wished = resources?.requests ?? {};
  const running = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find((one) => one.name === name);
  if (running?.resources === undefined) return wished;
  const isInfeasible = (status?.conditions ?? []).some(({ type, reason }) => type === "PodResizePending" && reason === "Infeasible");
  const granted = most(running.resources.requests ?? {}, running.allocatedResources ?? {});
  return isInfeasible ? granted : most(wished, granted);
};

const sum = (a: Amounts, b: Amounts): Amounts => merge(a, b, (one, other) => sumQuantities([one, other]));

const most = (a: Amounts, b: Amounts): Amounts => merge(a, b, (one, other) => (compareQuantities(other, one) > 0 ? other : one));

const merge = (a: Amounts, b: Amounts, join: (one: string, other: string) => string): Amounts => {
  const merged: Record<string, string> = { ...a };
  for (const [name, amount] of Object.entries(b)) merged[name] = merged[name] === undefined ? amount : join(merged[name], amount);
  return merged;
};
