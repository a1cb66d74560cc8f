import { compareQuantities, sumQuantities } from "#kube/quantity.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";

type Amounts = Readonly<Record<string, string>>;

/** What a pod asks for in all: the containers and sidecars together, or the largest moment of initialisation. */
export const podRequests = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.requests ?? {}),
    spec.resources?.requests,
  );

/** What a pod may use at most, where all its containers are limited. */
export const podLimits = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.limits ?? {}),
    spec.resources?.limits,
  );

/** What is said of the pod as a whole stands for what its containers say. */
const withOwn = (sum: Amounts, own: Amounts | undefined): Amounts => (own === undefined ? sum : { ...sum, ...own });

const podAmounts = (spec: PodSpec, amountsOf: (container: Container) => Amounts): Amounts => {
  let sidecars: Amounts = {};
  let peak: Amounts = {};
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === "Always") sidecars = addAmounts(sidecars, amountsOf(container));
    peak = maxAmounts(peak, container.restartPolicy === "Always" ? sidecars : addAmounts(sidecars, amountsOf(container)));
  }
  const running = spec.containers.reduce((sum, container) => addAmounts(sum, amountsOf(container)), sidecars);
  return maxAmounts(running, peak);
};

/** The sums by resource. */
export const addAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, (x, y) => sumQuantities([x, y]));

const maxAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, (x, y) => (compareQuantities(x, y) >= 0 ? x : y));

const combine = (a: Amounts, b: Amounts, merge: (x: string, y: string) => string): Amounts => {
  const result: Record<string, string> = { ...a };
  for (const key in b) {
    const value = b[key] as string;
    result[key] = result[key] === undefined ? value : merge(result[key], value);
  }
  return result;
};
