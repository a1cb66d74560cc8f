import type { Container, Pod, PodSpec } from "../types/pod.ts";
import { type Amounts, mostAmounts, podAmounts } from "./pod-amounts.ts";

/** Sums what a pod asks for: its containers and sidecars together, or the largest moment of initialisation. */
export const podRequests = (spec: PodSpec, requestsOf = containerRequests): Amounts => {
  const sum = podAmounts(spec, requestsOf);
  return spec.resources === undefined ? sum : { ...sum, ...spec.resources.limits, ...spec.resources.requests };
};

/** Sums what a pod may use at most, where its containers are limited. */
export const podLimits = (spec: PodSpec): Amounts => {
  const sum = podAmounts(spec, ({ resources }) => resources?.limits ?? NOTHING);
  return spec.resources === undefined ? sum : { ...sum, ...spec.resources.limits };
};

/** Sums what a pod takes that is being resized: the most of what it has, was granted and, unless no node could give it, asks for. */
export const requestsWhileResized = ({ spec, status }: Pod): Amounts => {
  const { conditions = [], containerStatuses = [], initContainerStatuses = [] } = status ?? {};
  const isHopeless = conditions.some(({ type, reason }) => type === "PodResizePending" && reason === "Infeasible");
  const statuses = [...containerStatuses, ...initContainerStatuses];
  return podRequests(spec, (container) => {
    const wished = containerRequests(container);
    const running = statuses.find(({ name }) => name === container.name);
    if (running?.resources === undefined) return wished;
    const granted = mostAmounts(running.resources.requests ?? NOTHING, running.allocatedResources ?? NOTHING);
    return isHopeless ? granted : mostAmounts(wished, granted);
  });
};

const containerRequests = ({ resources }: Container): Amounts => resources?.requests ?? NOTHING;

const NOTHING: Amounts = Object.freeze({});
