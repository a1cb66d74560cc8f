import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Container, Pod, PodSpec } from "#kube/types/pod.ts";

/** Resource → amount: CPU in thousandths, all else in units. */
export type Amounts = Readonly<Record<string, number>>;

/** Requests of a pod: the sum over containers and sidecars, or the largest init container's if that is more. */
export const podRequests = (spec: PodSpec): Amounts => {
  const kept = known.get(spec);
  if (kept !== undefined) return kept;
  const requests = Object.freeze(computeRequests(spec));
  known.set(spec, requests);
  return requests;
};

/** Requests of a pod on its node; while it is resized, the largest of its actual, allocated and, unless infeasible, desired resources. */
export const requestsOnNode = (pod: Pod): Amounts => {
  const { conditions = [], containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  // The conditions of a resize come on top of those that every pod has.
  if (conditions.length <= USUAL_CONDITIONS || !conditions.some(({ type }) => type.startsWith("PodResize"))) return podRequests(pod.spec);
  const isHopeless = conditions.some(({ type, reason }) => type === "PodResizePending" && reason === "Infeasible");
  const statuses = [...containerStatuses, ...initContainerStatuses];
  const taken = (container: Container): Container => {
    const status = statuses.find(({ name }) => name === container.name);
    if (status?.resources === undefined) return container;
    const asked = isHopeless ? undefined : container.resources?.requests;
    const requests = mostOf([asked, status.resources.requests, status.allocatedResources]);
    return { ...container, resources: { ...container.resources, requests } };
  };
  const { containers, initContainers } = pod.spec;
  return computeRequests({
    ...pod.spec,
    containers: containers.map(taken),
    ...(initContainers && { initContainers: initContainers.map(taken) }),
  });
};

const USUAL_CONDITIONS = 5;

const mostOf = (lists: readonly (Readonly<Record<string, string>> | undefined)[]): Readonly<Record<string, string>> => {
  const most: Record<string, string> = {};
  for (const list of lists)
    for (const [resource, text] of Object.entries(list ?? {}))
      if (most[resource] === undefined || amountOf(resource, text) > amountOf(resource, most[resource])) most[resource] = text;
  return most;
};

/** Parses an amount of a resource. */
export const amountOf = (resource: string, text: string | undefined): number => (resource === "cpu" ? milliValue(text) : unitValue(text));

/** Ports of the node that a pod takes, as `protocol/port`. */
export const hostPorts = (spec: PodSpec): readonly string[] =>
  spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, protocol = "TCP" }) => (hostPort === undefined || hostPort === 0 ? [] : [`${protocol}/${hostPort}`])),
  );

const known = new WeakMap<PodSpec, Amounts>();

const computeRequests = ({ containers, initContainers = [], resources }: PodSpec): Amounts => {
  const lasting = [...containers, ...initContainers.filter(({ restartPolicy }) => restartPolicy === "Always")];
  const total: Record<string, number> = {};
  for (const container of lasting) add(total, container);
  const sidecars: Record<string, number> = {};
  for (const container of initContainers) {
    if (container.restartPolicy === "Always") {
      add(sidecars, container);
      continue;
    }
    const peak = { ...sidecars };
    add(peak, container);
    for (const [resource, amount] of Object.entries(peak)) total[resource] = Math.max(total[resource] ?? 0, amount);
  }
  // What is said of the pod as a whole stands for what its containers say.
  for (const [resource, text] of Object.entries({ ...resources?.limits, ...resources?.requests }))
    total[resource] = amountOf(resource, text);
  return total;
};

const add = (sum: Record<string, number>, { resources }: Container): void => {
  const requests = { ...resources?.limits, ...resources?.requests };
  for (const [resource, text] of Object.entries(requests)) sum[resource] = (sum[resource] ?? 0) + amountOf(resource, text);
};
