import type { Container, PodSpec } from "../types/pod.ts";
import { compareQuantities, sumQuantities } from "./quantity.ts";

/** Amounts by resource, such as `cpu: 500m`. */
export type Amounts = Readonly<Record<string, string>>;

/** Sums the amounts of a pod's containers: all that run together, or the peak of initialisation where that is larger. */
export const podAmounts = ({ containers, initContainers = [] }: PodSpec, amountsOf: (container: Container) => Amounts): Amounts => {
  let running = containers.map(amountsOf).reduce(addAmounts, {});
  let sidecars: Amounts = {};
  let peak: Amounts = {};
  for (const container of initContainers) {
    const amounts = amountsOf(container);
    const moment = addAmounts(sidecars, amounts);
    peak = mostAmounts(peak, moment);
    if (container.restartPolicy !== "Always") continue;
    running = addAmounts(running, amounts);
    sidecars = moment;
  }
  return mostAmounts(running, peak);
};

/** Adds amounts by resource. */
export const addAmounts = (a: Amounts, b: Amounts): Amounts => merge(a, b, (x, y) => sumQuantities([x, y]));

/** Maximum of amounts by resource. */
export const mostAmounts = (a: Amounts, b: Amounts): Amounts => merge(a, b, (x, y) => (compareQuantities(x, y) >= 0 ? x : y));

const merge = (a: Amounts, b: Amounts, join: (x: string, y: string) => string): Amounts => {
  const merged: Record<string, string> = { ...a };
  for (const [name, amount] of Object.entries(b)) merged[name] = merged[name] === undefined ? amount : join(merged[name], amount);
  return merged;
};
