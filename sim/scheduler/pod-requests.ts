import { keepFor } from "#core/keep-for.ts";
import type { Amounts as AmountTexts } from "#kube/objects/pod-amounts.ts";
import { requestsWhileResized, podRequests as sumRequests } from "#kube/objects/pod-requests.ts";
import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";

/** Resource → amount: CPU in thousandths, all else in units. */
export type Amounts = Readonly<Record<string, number>>;

/** Requests of a pod: the sum over containers and sidecars, or the largest init container's if that is more. */
export const podRequests = keepFor((spec: PodSpec): Amounts => parseAmounts(sumRequests(spec)));

/** Requests of a pod on its node; while it is resized, the largest of its actual, allocated and, unless infeasible, desired resources. */
export const requestsOnNode = (pod: Pod): Amounts => {
  const { conditions = [] } = pod.status ?? {};
  // The conditions of a resize come on top of those that every pod has.
  if (conditions.length <= USUAL_CONDITIONS || !conditions.some(({ type }) => type.startsWith("PodResize"))) return podRequests(pod.spec);
  return parseAmounts(requestsWhileResized(pod));
};

const USUAL_CONDITIONS = 5;

/** Parses amounts by resource. */
export const parseAmounts = (texts: AmountTexts): Amounts =>
  Object.freeze(Object.fromEntries(Object.entries(texts).map(([resource, text]) => [resource, amountOf(resource, text)])));

/** Parses an amount of a resource. */
export const amountOf = (resource: string, text: string | undefined): number => (resource === "cpu" ? milliValue(text) : unitValue(text));
