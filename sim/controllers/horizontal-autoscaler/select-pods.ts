import { requirementsMatch } from "#kube/objects/label-selector.ts";
import { parseLabelSelector } from "#kube/objects/parse-label-selector.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import type { Scale } from "../../apiserver/http/subresources/answer-scaling.ts";
import { listObjects, objectKey } from "../../apiserver/store/store.ts";
import { splitKey } from "../../controller-runtime/controller.ts";
import type { World } from "../../kernel/world.ts";

/** Reason for which it is not clear which pods an autoscaler means. */
export interface SelectionProblem {
  readonly problem: string;
  /** Reasons of the event and of the condition. */
  readonly event: string;
  readonly reason: string;
  /** Message of the condition, where it differs from the event's. */
  readonly message?: string;
}

/** The pods of an autoscaler's target, unless another autoscaler has a selector that matches one of them. */
export const selectPods = (
  world: World,
  { metadata }: HorizontalPodAutoscaler,
  { status: { selector = "" } }: Scale,
): { readonly pods: readonly Pod[] } | SelectionProblem => {
  const message = "the HPA target's scale is missing a selector";
  if (selector === "") return { problem: "selector is required", event: "SelectorRequired", reason: "InvalidSelector", message };
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) {
    const problem = `couldn't convert selector into a corresponding internal selector object: ${parsed.error}`;
    return { problem, event: "InvalidSelector", reason: "InvalidSelector" };
  }
  const selectors = world.map<string>(SELECTORS);
  const key = objectKey(metadata.namespace, metadata.name);
  if (selectors.get(key) !== selector) selectors.set(key, selector);
  const pods = listObjects<Pod>(world, "pods", metadata.namespace).filter((pod) => requirementsMatch(parsed.value, pod.metadata.labels));
  const rivals = selectors.size === 1 ? [key] : selectors.keys().filter((other) => other === key || controlsAny(world, other, pods));
  if (rivals.length < 2 || pods.length === 0) return { pods };
  const problem = `pods by selector ${selector} are controlled by multiple HPAs: [${rivals.join(" ")}]`;
  return { problem, event: "AmbiguousSelector", reason: "AmbiguousSelector" };
};

/** Forgets what a deleted autoscaler selected. */
export const forgetSelector = (world: World, key: string): void => {
  const selectors = world.map<string>(SELECTORS);
  if (selectors.has(key)) selectors.delete(key);
};

/** Selectors of autoscalers by key, as of their last look at metrics. */
const SELECTORS = "controllers/autoscaler-selectors";

const controlsAny = (world: World, key: string, pods: readonly Pod[]): boolean => {
  const { namespace } = splitKey(key);
  const parsed = parseLabelSelector(world.map<string>(SELECTORS).get(key) ?? "");
  return parsed.ok && pods.some(({ metadata }) => metadata.namespace === namespace && requirementsMatch(parsed.value, metadata.labels));
};
