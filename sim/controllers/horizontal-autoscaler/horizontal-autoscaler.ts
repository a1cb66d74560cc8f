import { isSameJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import type { Scale } from "../../apiserver/http/subresources/answer-scaling.ts";
import { servedRowOfKind } from "../../apiserver/schema/served-resources.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { replaceCondition } from "../../controller-runtime/conditions.ts";
import { type Controller, enqueueAfter, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { type BareCondition, limitReplicas, recordScaling, rememberFirst } from "./limit-replicas.ts";
import { type Proposed, proposeReplicas } from "./propose-replicas.ts";
import { forgetSelector, type SelectionProblem, selectPods } from "./select-pods.ts";

const AUTOSCALERS = "horizontalpodautoscalers.autoscaling";

const NAME = "horizontal-autoscaler";

/** Follows the metrics of a workload with its number of replicas, looking every 15 s. */
export const horizontalAutoscaler: Controller = {
  name: NAME,
  watches: {
    // Its work queue holds everything back for a period, a new autoscaler too.
    [AUTOSCALERS]: (world, { type, key }) => {
      if (type === "ADDED") enqueueAfter(world, NAME, key, PERIOD_MS);
      if (type === "DELETED") forgetSelector(world, key);
      return NO_KEYS;
    },
  },
  // The next look comes after a period anyway.
  retry: { triesMax: 0 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const autoscaler = getObject<HorizontalPodAutoscaler>(world, AUTOSCALERS, namespace, name);
    if (autoscaler === undefined) return;
    look(world, autoscaler);
    enqueueAfter(world, NAME, key, PERIOD_MS);
  },
};

const PERIOD_MS = 15_000;
const COMPONENT = "horizontal-pod-autoscaler";

type AutoscalerStatus = NonNullable<HorizontalPodAutoscaler["status"]>;

const FOUND: BareCondition = ["AbleToScale", "True", "SucceededGetScale", "the HPA controller was able to get the target's current scale"];

const look = (world: World, autoscaler: HorizontalPodAutoscaler): void => {
  const target = findTarget(world, autoscaler);
  if (!target.ok) {
    // What was known of the workload stays as it was.
    const kept = { ...autoscaler.status, desiredReplicas: autoscaler.status?.desiredReplicas ?? 0 };
    say(world, autoscaler, "Warning", "FailedGetScale", target.error);
    const message = `the HPA controller was unable to get the target's current scale: ${target.error}`;
    return writeStatus(world, autoscaler, kept, [["AbleToScale", "False", "FailedGetScale", message]]);
  }
  const current = target.value.scale.spec.replicas ?? 0;
  rememberFirst(world, autoscaler, current);
  if (current === 0) {
    return writeStatus(world, autoscaler, { currentReplicas: 0, desiredReplicas: 0 }, [
      FOUND,
      ["ScalingActive", "False", "ScalingDisabled", "scaling is disabled since the replica count of the target is zero"],
    ]);
  }
  const scale = { ...target.value, current };
  const { minReplicas = 1, maxReplicas } = autoscaler.spec;
  if (current > maxReplicas)
    return rescale(world, autoscaler, scale, { replicas: maxReplicas, reason: "Current number of replicas above Spec.MaxReplicas" });
  if (current < minReplicas)
    return rescale(world, autoscaler, scale, { replicas: minReplicas, reason: "Current number of replicas below Spec.MinReplicas" });
  follow(world, autoscaler, scale);
};

interface Target {
  readonly row: ResourceRow;
  readonly scale: Scale;
}

/** The target's scale, or why there is none. */
const findTarget = (world: World, { metadata, spec }: HorizontalPodAutoscaler): Result<Target, string> => {
  const { kind, apiVersion = "apps/v1", name } = spec.scaleTargetRef;
  const row = servedRowOfKind(world, apiVersion, kind);
  if (row === undefined) return err(`no matches for kind "${kind}" in group "${apiVersion.split("/")[0]}"`);
  const scale = clientFor(world, "horizontal-pod-autoscaler").scale(row, metadata.namespace, name);
  return scale.ok ? ok({ row, scale: scale.value }) : err(scale.error.message ?? "");
};

interface Present extends Target {
  readonly current: number;
}

/** New size of a target and why, with the metrics and conditions that led to it. */
interface Rescaling {
  readonly replicas: number;
  readonly reason: string;
  readonly currentMetrics?: readonly unknown[];
  readonly conditions?: readonly BareCondition[];
}

const follow = (world: World, autoscaler: HorizontalPodAutoscaler, present: Present): void => {
  const { current, scale } = present;
  const selected = selectPods(world, autoscaler, scale);
  if ("problem" in selected) return giveUpSelecting(world, autoscaler, current, selected);
  const proposed = proposeReplicas(world, autoscaler, { pods: selected.pods, current });
  for (const { reason, problem } of proposed.failures) say(world, autoscaler, "Warning", reason, problem);
  const { best, statuses } = proposed;
  if (best === undefined) return giveUp(world, autoscaler, current, proposed);
  const valid = `the HPA was able to successfully calculate a replica count from ${best.metric}`;
  const active: BareCondition = ["ScalingActive", "True", "ValidMetricFound", valid];
  const { replicas, able, bounds } = limitReplicas(world, autoscaler, current, best.replicas);
  if (replicas === current)
    return writeStatus(world, autoscaler, { currentReplicas: current, desiredReplicas: current, currentMetrics: statuses }, [
      able,
      active,
      bounds,
    ]);
  const reason = replicas > current ? `${best.metric} above target` : "All metrics below target";
  rescale(world, autoscaler, present, { replicas, reason, currentMetrics: statuses, conditions: [active, bounds] });
};

/** Reports that it is not clear which pods are meant; replicas stay as they are. */
const giveUpSelecting = (world: World, autoscaler: HorizontalPodAutoscaler, current: number, why: SelectionProblem): void => {
  say(world, autoscaler, "Warning", why.event, why.problem);
  const desiredReplicas = autoscaler.status?.desiredReplicas ?? 0;
  writeStatus(world, autoscaler, { currentReplicas: current, desiredReplicas }, [
    FOUND,
    ["ScalingActive", "False", why.reason, why.message ?? why.problem],
  ]);
  say(world, autoscaler, "Warning", "FailedComputeMetricsReplicas", why.problem);
};

/** Reports that no metric could be computed; replicas stay as they are. */
const giveUp = (world: World, autoscaler: HorizontalPodAutoscaler, current: number, { failures, metrics, statuses }: Proposed): void => {
  const [first] = failures;
  const problem = `invalid metrics (${failures.length} invalid out of ${metrics}), first error is: ${first?.frame}: ${first?.problem}`;
  say(world, autoscaler, "Warning", "FailedComputeMetricsReplicas", problem);
  const message = `the HPA was unable to compute the replica count: ${first?.problem}`;
  const desiredReplicas = autoscaler.status?.desiredReplicas ?? 0;
  writeStatus(world, autoscaler, { currentReplicas: current, desiredReplicas, currentMetrics: statuses }, [
    FOUND,
    ["ScalingActive", "False", first?.reason ?? "InvalidMetricSourceType", message],
  ]);
};

const rescale = (
  world: World,
  autoscaler: HorizontalPodAutoscaler,
  { row, scale, current }: Present,
  { replicas, reason, currentMetrics, conditions = [] }: Rescaling,
): void => {
  const metrics = currentMetrics === undefined ? {} : { currentMetrics };
  const written = clientFor(world, "horizontal-pod-autoscaler").updateScale(row, { ...scale, spec: { replicas } });
  if (!written.ok) {
    const problem = written.error.message ?? "";
    say(world, autoscaler, "Warning", "FailedRescale", `New size: ${replicas}; reason: ${reason}; error: ${problem}`);
    const message = `the HPA controller was unable to update the target scale: ${problem}`;
    return writeStatus(world, autoscaler, { currentReplicas: current, desiredReplicas: current, ...metrics }, [
      ["AbleToScale", "False", "FailedUpdateScale", message],
      ...conditions,
    ]);
  }
  say(world, autoscaler, "Normal", "SuccessfulRescale", `New size: ${replicas}; reason: ${reason}`);
  recordScaling(world, autoscaler, replicas - current);
  const able: BareCondition = [
    "AbleToScale",
    "True",
    "SucceededRescale",
    `the HPA controller was able to update the target scale to ${replicas}`,
  ];
  const status = { currentReplicas: current, desiredReplicas: replicas, lastScaleTime: toTimestamp(world.nowMs()), ...metrics };
  writeStatus(world, autoscaler, status, [able, ...conditions]);
};

const say = (world: World, autoscaler: HorizontalPodAutoscaler, type: "Normal" | "Warning", reason: string, message: string): void =>
  clientFor(world, "horizontal-pod-autoscaler").event(autoscaler, { type, reason, message, component: COMPONENT });

const writeStatus = (
  world: World,
  autoscaler: HorizontalPodAutoscaler,
  next: AutoscalerStatus,
  conditions: readonly BareCondition[],
): void => {
  const now = toTimestamp(world.nowMs());
  let merged: readonly Condition[] = autoscaler.status?.conditions ?? [];
  for (const [type, status, reason, message] of conditions)
    merged = replaceCondition(merged, { type, status, lastTransitionTime: now, reason, message });
  const { lastScaleTime } = autoscaler.status ?? {};
  const status: AutoscalerStatus = {
    currentMetrics: null,
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    ...next,
    conditions: merged,
  };
  if (!isSameJson(status, autoscaler.status ?? {}))
    clientFor(world, "horizontal-pod-autoscaler").updateStatus(AUTOSCALERS, { ...autoscaler, status });
};
