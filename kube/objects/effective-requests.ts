import type { Container, PodSpec, ResourceRequirements } from "../types/pod.ts";
import { podRequests } from "./pod-requests.ts";
import { compareQuantities } from "./quantity.ts";

/** Resource that every container can ask for. */
export type BasicResource = "memory" | "cpu";

/** Quantity that a container of a template will request; a limit alone is a request too. Undefined: it requests none. */
export const effectiveRequest = ({ resources }: Pick<Container, "resources">, resource: BasicResource): string | undefined =>
  resources?.requests?.[resource] ?? resources?.limits?.[resource];

/** Quantity that a pod of a template will request in all. */
export const effectiveRequestOfPod = (spec: PodSpec, resource: BasicResource): string =>
  podRequests(spec, ({ resources }) => ({ ...resources?.limits, ...resources?.requests }))[resource] ?? "0";

/** Requirements with another request, and where a limit is below it, with a limit that is as high, since the API takes no other. */
export const withRequest = (
  { requests, limits, ...others }: ResourceRequirements,
  resource: BasicResource,
  quantity: string,
): ResourceRequirements => {
  const limit = limits?.[resource];
  const isInTheWay = limit !== undefined && compareQuantities(limit, quantity) < 0;
  return {
    ...others,
    requests: { ...requests, [resource]: quantity },
    ...(limits !== undefined && { limits: isInTheWay ? { ...limits, [resource]: quantity } : limits }),
  };
};
