import { milliValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import type { World } from "../../kernel/world.ts";
import type { Tolerances } from "./calculate-replicas.ts";
import { measureResource } from "./measure-resource.ts";
import type { MetricFailure, MetricSpec, MetricTarget, Proposal } from "./metric-spec.ts";

/** Pods of an autoscaler's target, and the number of replicas that it has now. */
export interface Subject {
  readonly pods: readonly Pod[];
  readonly current: number;
}

/** Replicas that the metrics propose together, and those that failed. */
export interface Proposed {
  /** The highest proposal; undefined when the failures forbid to follow any. */
  readonly best: Proposal | undefined;
  readonly statuses: readonly unknown[];
  readonly failures: readonly MetricFailure[];
  readonly metrics: number;
}

/** Asks every metric; the highest proposal counts, and failures forbid to go down. */
export const proposeReplicas = (world: World, { spec, metadata }: HorizontalPodAutoscaler, subject: Subject): Proposed => {
  const { current } = subject;
  const place: Place = { ...subject, namespace: metadata.namespace ?? "", tolerances: tolerancesOf(spec) };
  const metrics = (spec.metrics ?? []) as readonly MetricSpec[];
  const failures: MetricFailure[] = [];
  const proposals: Proposal[] = [];
  const statuses: unknown[] = [];
  for (const metric of metrics) {
    const outcome = ask(world, metric, place);
    if ("problem" in outcome) failures.push(outcome);
    else proposals.push(outcome);
    statuses.push("problem" in outcome ? NOTHING_MEASURED : outcome.status);
  }
  const best = proposals.reduce<Proposal | undefined>(
    (highest, one) => (highest === undefined || one.replicas > highest.replicas ? one : highest),
    undefined,
  );
  const mayFollow = best !== undefined && (failures.length === 0 || best.replicas >= current);
  return { best: mayFollow ? best : undefined, statuses, failures, metrics: metrics.length };
};

/** The place of a metric that failed stays empty. */
const NOTHING_MEASURED = Object.freeze({ type: "" });

interface Place extends Subject {
  readonly namespace: string;
  readonly tolerances: Tolerances;
}

/** Tolerance of the ratio between actual and target usage, unless the behaviour has its own for a direction. */
const tolerancesOf = ({ behavior }: HorizontalPodAutoscaler["spec"]): Tolerances => {
  const { scaleUp, scaleDown } = (behavior ?? {}) as Readonly<Record<"scaleUp" | "scaleDown", { readonly tolerance?: string } | undefined>>;
  const own = (tolerance: string | undefined): number => (tolerance === undefined ? TOLERANCE : milliValue(tolerance) / 1000);
  return { up: own(scaleUp?.tolerance), down: own(scaleDown?.tolerance) };
};

const TOLERANCE = 0.1;

const ask = (world: World, metric: MetricSpec, subject: Place): Proposal | MetricFailure => {
  if (metric.type === "Resource" && metric.resource !== undefined) {
    const { name, target } = metric.resource;
    return resource(world, { name, target, container: undefined, frame: `failed to get ${name} resource metric value` }, subject);
  }
  if (metric.type === "ContainerResource" && metric.containerResource !== undefined) {
    const { name, target, container } = metric.containerResource;
    return resource(world, { name, target, container, frame: `failed to get ${container} container metric value` }, subject);
  }
  return unserved(metric, subject);
};

interface ResourceMetric {
  readonly name: string;
  readonly container: string | undefined;
  readonly target: MetricTarget;
  readonly frame: string;
}

const resource = (
  world: World,
  { name, container, target, frame }: ResourceMetric,
  { pods, tolerances, current }: Place,
): Proposal | MetricFailure => {
  const isShare = target.averageUtilization !== undefined;
  const measured = measureResource(world, { pods, resource: name, container, target, tolerances, current });
  if ("problem" in measured) {
    const reason = container === undefined ? "FailedGetResourceMetric" : "FailedGetContainerResourceMetric";
    return { reason, problem: `failed to get ${name} ${isShare ? "utilization" : "usage"}: ${measured.problem}`, frame };
  }
  const { replicas, averageMilli, utilization } = measured;
  const value = { ...(utilization !== undefined && { averageUtilization: utilization }), averageValue: amountText(name, averageMilli) };
  const kind = container === undefined ? "resource" : "container resource";
  return {
    replicas,
    metric: isShare ? `${name} ${kind} utilization (percentage of request)` : `${name} resource`,
    status:
      container === undefined
        ? { type: "Resource", resource: { name, current: value } }
        : { type: "ContainerResource", containerResource: { name, container, current: value } },
  };
};

const amountText = (name: string, milli: number): string => (name === "cpu" ? `${milli}m` : `${Math.floor(milli / 1000)}`);

/** Failure of custom and external metrics, whose APIs have no server here. */
const unserved = ({ pods, object, external }: MetricSpec, { namespace }: Place): MetricFailure => {
  const custom = "unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered";
  if (pods !== undefined)
    return {
      reason: "FailedGetPodsMetric",
      problem: `unable to get metric ${pods.metric.name}: ${custom}`,
      frame: "failed to get pods metric value",
    };
  if (object !== undefined) {
    const { metric, describedObject } = object;
    const place = `${describedObject.kind} on ${namespace} ${describedObject.name}/${custom}`;
    return {
      reason: "FailedGetObjectMetric",
      problem: `unable to get metric ${metric.name}: ${place}`,
      frame: "failed to get object metric value",
    };
  }
  const name = external?.metric.name ?? "";
  const problem = `unable to get external metric ${namespace}/${name}/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
  return { reason: "FailedGetExternalMetric", problem, frame: `failed to get ${name} external metric value` };
};
