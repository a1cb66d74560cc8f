import { milliValue, unitValue } from "#kube/quantity.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";

/** Resource → amount: CPU in thousandths, all else in units. */
export type Amounts = Readonly<Record<string, number>>;

/** What a pod requests of its node: the sum over containers and sidecars, or the most that an init container needs if that is more. */
export const podRequests = (spec: PodSpec): Amounts => {
  const kept = known.get(spec);
  if (kept !== undefined) return kept;
  const requests = Object.freeze(computeRequests(spec));
  known.set(spec, requests);
  return requests;
};

/** Parses an amount of a resource. */
export const amountOf = (resource: string, text: string | undefined): number => (resource === "cpu" ? milliValue(text) : unitValue(text));

/** Ports of the node that a pod takes, as `protocol/port`. */
export const hostPorts = (spec: PodSpec): readonly string[] =>
  spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, protocol = "TCP" }) => (hostPort === undefined || hostPort === 0 ? [] : [`${protocol}/${hostPort}`])),
  );

const known = new WeakMap<PodSpec, Amounts>();

const computeRequests = ({ containers, initContainers = [] }: PodSpec): Amounts => {
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
  return total;
};

const add = (sum: Record<string, number>, { resources }: Container): void => {
  const requests = { ...resources?.limits, ...resources?.requests };
  for (const [resource, text] of Object.entries(requests)) sum[resource] = (sum[resource] ?? 0) + amountOf(resource, text);
};
