import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { replaceCondition } from "../../controller-runtime/conditions.ts";
import { type Controller, controllerRef, enqueueAfter, itself, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { findOwner } from "../../controller-runtime/owned-index.ts";
import { resolvePercentage } from "../../controller-runtime/percentage.ts";
import { isPodReady, isPodTerminal } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";

const BUDGETS = "poddisruptionbudgets.policy";
const FIRST_LOOK_MS = 5;

/** Counts how many pods of a budget may be evicted now. */
export const disruptionController: Controller = {
  name: "disruption",
  watches: {
    // A new budget is looked at sooner than pods are made that somebody asked for in the same breath.
    [BUDGETS]: (world, change) => {
      if (change.type !== "ADDED") return itself(world, change);
      enqueueAfter(world, "disruption", change.key, FIRST_LOOK_MS);
      return NO_KEYS;
    },
    pods: (world, { type, object, previous }) => {
      const [after, before] = [object as Pod, previous as Pod | undefined];
      const isSame =
        type === "MODIFIED" &&
        before !== undefined &&
        isPodReady(before) === isPodReady(after) &&
        before.metadata.deletionTimestamp === after.metadata.deletionTimestamp &&
        before.metadata.labels === after.metadata.labels;
      if (isSame) return NO_KEYS;
      return listObjects<PodDisruptionBudget>(world, BUDGETS, after.metadata.namespace)
        .filter(
          ({ spec }) =>
            matchesLabelSelector(spec.selector, after.metadata.labels) || matchesLabelSelector(spec.selector, before?.metadata.labels),
        )
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const budget = getObject<PodDisruptionBudget>(world, BUDGETS, namespace, name);
    if (budget === undefined) return;
    const pods = listObjects<Pod>(world, "pods", namespace).filter(
      (pod) => matchesLabelSelector(budget.spec.selector, pod.metadata.labels) && !isPodTerminal(pod),
    );
    writeStatus(world, budget, pods);
  },
};

const writeStatus = (world: World, budget: PodDisruptionBudget, pods: readonly Pod[]): void => {
  const client = clientFor(world, "disruption-controller");
  if (pods.length === 0)
    client.event(budget, { type: "Normal", reason: "NoPods", message: "No matching pods found", component: "controllermanager" });
  const { minAvailable, maxUnavailable } = budget.spec;
  const isByCount = typeof minAvailable === "number";
  const expectedPods = isByCount ? pods.length : scaleOf(world, pods);
  const desiredHealthy =
    maxUnavailable === undefined
      ? resolvePercentage(minAvailable ?? 1, expectedPods, "up")
      : Math.max(0, expectedPods - resolvePercentage(maxUnavailable, expectedPods, "up"));
  const currentHealthy = pods.filter((pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined).length;
  const disruptionsAllowed = expectedPods === 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const isAllowed = disruptionsAllowed > 0;
  const conditions = replaceCondition(budget.status?.conditions ?? [], {
    type: "DisruptionAllowed",
    status: isAllowed ? "True" : "False",
    observedGeneration: budget.metadata.generation ?? 1,
    lastTransitionTime: toTimestamp(world.nowMs()),
    reason: isAllowed ? "SufficientPods" : "InsufficientPods",
    message: "",
  });
  const status: NonNullable<PodDisruptionBudget["status"]> = {
    observedGeneration: budget.metadata.generation ?? 1,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions,
  };
  if (!isSameJson(status, budget.status ?? {})) client.updateStatus(BUDGETS, { ...budget, status });
};

/** Desired replicas of these pods' owners; a pod without one counts as one. */
const scaleOf = (world: World, pods: readonly Pod[]): number => {
  const counted = new Map<string, number>();
  for (const pod of pods) {
    const owner = topOwner(world, pod);
    counted.set(owner.metadata.uid as string, (owner as { readonly spec?: { readonly replicas?: number } }).spec?.replicas ?? 1);
  }
  return [...counted.values()].reduce((sum, replicas) => sum + replicas, 0);
};

const topOwner = (world: World, object: KubeObject): KubeObject => {
  const reference = controllerRef(object);
  const owner = reference === undefined ? undefined : findOwner(world, object.metadata.namespace, reference);
  return owner === undefined ? object : topOwner(world, owner);
};
