import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { matchesLabelSelector } from "#kube/label-selector.ts";
import { milliValue } from "#kube/quantity.ts";
import type { Condition, KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { servedRowOfKind } from "../../apiserver/served-resources.ts";
import { getObject, listObjects } from "../../apiserver/store.ts";
import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { replaceCondition } from "../frame/conditions.ts";
import { type Controller, enqueueAfter, splitKey } from "../frame/controller.ts";
import { clientFor } from "../frame/identity.ts";
import { isPodReady } from "../frame/pod-state.ts";

const AUTOSCALERS = "horizontalpodautoscalers.autoscaling";

/** Follows the CPU use of a workload's pods with its number of replicas, looking every 15 s. */
export const horizontalAutoscaler: Controller = {
  name: "horizontal-autoscaler",
  watches: { [AUTOSCALERS]: (_world, { type, key }) => (type === "ADDED" ? [key] : []) },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const autoscaler = getObject<HorizontalPodAutoscaler>(world, AUTOSCALERS, namespace, name);
    if (autoscaler === undefined) return;
    look(world, autoscaler);
    enqueueAfter(world, "horizontal-autoscaler", key, PERIOD_MS);
  },
};

const PERIOD_MS = 15_000;
const STABILIZATION_MS = 300_000;
const COMPONENT = "horizontal-pod-autoscaler";

interface Scaled extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector: LabelSelector };
}

type AutoscalerStatus = NonNullable<HorizontalPodAutoscaler["status"]>;
type BareCondition = readonly [type: string, status: "True" | "False", reason: string, message: string];

const look = (world: World, autoscaler: HorizontalPodAutoscaler): void => {
  const { kind, apiVersion = "apps/v1", name } = autoscaler.spec.scaleTargetRef;
  const resource = servedRowOfKind(world, apiVersion, kind)?.resource ?? "";
  const target = getObject<Scaled>(world, resource, autoscaler.metadata.namespace, name);
  const current = target?.spec.replicas ?? 1;
  if (target === undefined) {
    const message = `the HPA controller was unable to get the target's current scale: ${resource} "${name}" not found`;
    say(world, autoscaler, "Warning", "FailedGetScale", message.slice(message.indexOf(": ") + 2));
    return writeStatus(world, autoscaler, { desiredReplicas: autoscaler.status?.desiredReplicas ?? 0 }, [
      ["AbleToScale", "False", "FailedGetScale", message],
    ]);
  }
  const found: BareCondition = [
    "AbleToScale",
    "True",
    "SucceededGetScale",
    "the HPA controller was able to get the target's current scale",
  ];
  if (current === 0) {
    return writeStatus(world, autoscaler, { currentReplicas: 0, desiredReplicas: 0 }, [
      found,
      ["ScalingActive", "False", "ScalingDisabled", "scaling is disabled since the replica count of the target is zero"],
    ]);
  }
  const use = measure(world, autoscaler, target);
  if (typeof use === "string") {
    const text = `failed to get cpu utilization: ${use}`;
    say(world, autoscaler, "Warning", "FailedGetResourceMetric", text);
    say(
      world,
      autoscaler,
      "Warning",
      "FailedComputeMetricsReplicas",
      `invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: ${text}`,
    );
    return writeStatus(world, autoscaler, { currentReplicas: current, desiredReplicas: current }, [
      found,
      ["ScalingActive", "False", "FailedGetResourceMetric", `the HPA was unable to compute the replica count: ${text}`],
    ]);
  }
  rescale(world, autoscaler, { resource, target, current, use });
};

interface CpuUse {
  /** Used as a share of requested, percent. */
  readonly utilization: number;
  readonly averageMilli: number;
  readonly targetUtilization: number;
  readonly readyPods: number;
}

const rescale = (
  world: World,
  autoscaler: HorizontalPodAutoscaler,
  scale: { readonly resource: string; readonly target: Scaled; readonly current: number; readonly use: CpuUse },
): void => {
  const { current, use, target, resource } = scale;
  const { minReplicas = 1, maxReplicas } = autoscaler.spec;
  const ratio = use.utilization / use.targetUtilization;
  const proposed = Math.abs(ratio - 1) <= 0.1 ? current : Math.ceil(ratio * use.readyPods);
  const stabilized = stabilize(world, autoscaler, proposed);
  const limited = Math.min(stabilized, Math.max(2 * current, 4));
  const desired = Math.min(maxReplicas, Math.max(minReplicas, limited));
  const active: BareCondition = [
    "ScalingActive",
    "True",
    "ValidMetricFound",
    "the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
  ];
  const bounds = boundsCondition(limited, desired, { minReplicas, maxReplicas });
  const metrics = [
    { type: "Resource", resource: { name: "cpu", current: { averageUtilization: use.utilization, averageValue: `${use.averageMilli}m` } } },
  ];
  const base = { currentReplicas: current, desiredReplicas: desired, currentMetrics: metrics };
  if (desired === current) {
    const able: BareCondition =
      stabilized > proposed
        ? [
            "AbleToScale",
            "True",
            "ScaleDownStabilized",
            "recent recommendations were higher than current one, applying the highest recent recommendation",
          ]
        : ["AbleToScale", "True", "ReadyForNewScale", "recommended size matches current size"];
    return writeStatus(world, autoscaler, base, [able, active, bounds]);
  }
  clientFor(world, "horizontal-pod-autoscaler").update(resource, { ...target, spec: { ...target.spec, replicas: desired } });
  const reason = desired > current ? "cpu resource utilization (percentage of request) above target" : "All metrics below target";
  say(world, autoscaler, "Normal", "SuccessfulRescale", `New size: ${desired}; reason: ${reason}`);
  const able: BareCondition = [
    "AbleToScale",
    "True",
    "SucceededRescale",
    `the HPA controller was able to update the target scale to ${desired}`,
  ];
  writeStatus(world, autoscaler, { ...base, lastScaleTime: toTimestamp(world.nowMs()) }, [able, active, bounds]);
};

const boundsCondition = (
  proposed: number,
  desired: number,
  { minReplicas, maxReplicas }: { readonly minReplicas: number; readonly maxReplicas: number },
): BareCondition => {
  if (proposed > maxReplicas)
    return ["ScalingLimited", "True", "TooManyReplicas", "the desired replica count is more than the maximum replica count"];
  if (proposed < minReplicas)
    return ["ScalingLimited", "True", "TooFewReplicas", "the desired replica count is less than the minimum replica count"];
  return desired === proposed
    ? ["ScalingLimited", "False", "DesiredWithinRange", "the desired count is within the acceptable range"]
    : ["ScalingLimited", "True", "ScaleUpLimit", "the desired replica count is increasing faster than the maximum scale rate"];
};

/** Going down, the highest proposal of the last five minutes counts. */
const stabilize = (world: World, { metadata }: HorizontalPodAutoscaler, proposed: number): number => {
  const kept = world.map<readonly { readonly atMs: number; readonly replicas: number }[]>("controllers/recommendations");
  const key = metadata.uid as string;
  const recent = [
    ...(kept.get(key) ?? []).filter(({ atMs }) => atMs > world.nowMs() - STABILIZATION_MS),
    { atMs: world.nowMs(), replicas: proposed },
  ];
  kept.set(key, recent);
  return Math.max(...recent.map(({ replicas }) => replicas));
};

/** The CPU use of the ready pods, or why it cannot be had. */
const measure = (world: World, { spec, metadata }: HorizontalPodAutoscaler, target: Scaled): CpuUse | string => {
  const wanted = (spec.metrics ?? []) as readonly {
    readonly type?: string;
    readonly resource?: { readonly name?: string; readonly target?: { readonly averageUtilization?: number } };
  }[];
  const targetUtilization = wanted.find(({ resource }) => resource?.name === "cpu")?.resource?.target?.averageUtilization ?? 80;
  const pods = listObjects<Pod>(world, "pods", metadata.namespace).filter(
    (pod) => matchesLabelSelector(target.spec.selector, pod.metadata.labels) && isPodReady(pod),
  );
  if (pods.length === 0) return "unable to get metrics for resource cpu: no metrics returned from resource metrics API";
  let requestedMilli = 0;
  for (const pod of pods) {
    for (const { name, resources } of pod.spec.containers) {
      const request = resources?.requests?.["cpu"];
      if (request === undefined) return `missing request for cpu in container ${name} of Pod ${pod.metadata.name}`;
      requestedMilli += milliValue(request);
    }
  }
  const usedMilli = pods.reduce((sum, pod) => sum + cpuMilli(world, pod), 0);
  return {
    utilization: Math.floor((usedMilli * 100) / Math.max(1, requestedMilli)),
    averageMilli: Math.floor(usedMilli / pods.length),
    targetUtilization,
    readyPods: pods.length,
  };
};

/** What the traffic that a pod serves costs it now. */
const cpuMilli = (world: World, { metadata }: Pod): number => {
  const prefix = `${metadata.namespace}/${metadata.name}/`;
  const servers = world.log<FlowRow>(FLOW_HISTORY).last()?.servers ?? [];
  return Math.round(servers.reduce((sum, { process, cpuCores }) => sum + (process.startsWith(prefix) ? cpuCores * 1000 : 0), 0));
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
