import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { selectorText } from "./selector-text.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a PodDisruptionBudget. */
export const describeDisruptionBudget = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as PodDisruptionBudget;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  if (spec.minAvailable !== undefined) writer.line(0, `Min available:\t${spec.minAvailable}`);
  else if (spec.maxUnavailable !== undefined) writer.line(0, `Max unavailable:\t${spec.maxUnavailable}`);
  writer.line(0, `Selector:\t${spec.selector === undefined ? "<unset>" : selectorText(spec.selector)}`);
  writer.line(0, "Status:");
  writer.line(2, `Allowed disruptions:\t${status?.disruptionsAllowed ?? 0}`);
  writer.line(2, `Current:\t${status?.currentHealthy ?? 0}`);
  writer.line(2, `Desired:\t${status?.desiredHealthy ?? 0}`);
  writer.line(2, `Total:\t${status?.expectedPods ?? 0}`);
  await describeEvents(context);
};

interface MetricValue {
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

interface MetricSource {
  readonly name?: string;
  readonly container?: string;
  readonly metric?: { readonly name: string };
  readonly describedObject?: { readonly kind: string; readonly name: string };
  readonly target?: MetricValue;
  readonly current?: MetricValue;
}

interface Metric {
  readonly type: string;
  readonly resource?: MetricSource;
  readonly containerResource?: MetricSource;
  readonly pods?: MetricSource;
  readonly object?: MetricSource;
  readonly external?: MetricSource;
}

/** Describes a HorizontalPodAutoscaler. */
export const describeAutoscaler = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as HorizontalPodAutoscaler;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123(metadata.creationTimestamp)}`);
  writer.line(0, `Reference:\t${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`);
  writer.line(0, "Metrics:\t( current / target )");
  const current = (status?.currentMetrics ?? []) as readonly Metric[];
  for (const [index, metric] of ((spec.metrics ?? []) as readonly Metric[]).entries()) writer.line(1, metricText(metric, current[index]));
  writer.line(0, `Min replicas:\t${spec.minReplicas ?? "<unset>"}`);
  writer.line(0, `Max replicas:\t${spec.maxReplicas}`);
  writeBehavior(writer, spec.behavior as Behavior | undefined);
  writer.line(0, `${spec.scaleTargetRef.kind} pods:\t${status?.currentReplicas ?? 0} current / ${status?.desiredReplicas ?? 0} desired`);
  if ((status?.conditions ?? []).length > 0) {
    writer.raw("Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n");
    for (const condition of status?.conditions ?? [])
      writer.line(1, `${condition.type}\t${condition.status}\t${condition.reason ?? ""}\t${condition.message ?? ""}`);
  }
  await describeEvents(context);
};

const metricText = (metric: Metric, current: Metric | undefined): string => {
  if (metric.resource)
    return resourceText(`resource ${metric.resource.name} on pods`, {
      target: metric.resource.target,
      current: current?.resource?.current,
    });
  if (metric.containerResource) {
    const title = `resource ${metric.containerResource.name} of container "${metric.containerResource.container}" on pods`;
    return resourceText(title, { target: metric.containerResource.target, current: current?.containerResource?.current });
  }
  if (metric.pods)
    return `"${metric.pods.metric?.name}" on pods:\t${current?.pods?.current?.averageValue ?? "<unknown>"} / ${metric.pods.target?.averageValue ?? ""}`;
  const source = metric.object ?? metric.external;
  if (source === undefined) return `<unknown metric type "${metric.type}">`;
  const now = (metric.object ? current?.object : current?.external)?.current;
  const place = metric.object ? ` on ${source.describedObject?.kind}/${source.describedObject?.name}` : "";
  if (source.target?.averageValue !== undefined)
    return `"${source.metric?.name}"${place} (target average value):\t${now?.averageValue ?? "<unknown>"} / ${source.target.averageValue}`;
  return `"${source.metric?.name}"${place} (target value):\t${now?.value ?? "<unknown>"} / ${source.target?.value ?? ""}`;
};

const resourceText = (
  title: string,
  { target, current }: { readonly target: MetricValue | undefined; readonly current: MetricValue | undefined },
): string => {
  if (target?.averageValue !== undefined) return `${title}:\t${current?.averageValue ?? "<unknown>"} / ${target.averageValue}`;
  const now = current?.averageUtilization === undefined ? "<unknown>" : `${current.averageUtilization}% (${current.averageValue})`;
  return `${title}  (as a percentage of request):\t${now} / ${target?.averageUtilization === undefined ? "<auto>" : `${target.averageUtilization}%`}`;
};

interface ScalingRules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type: string; readonly value: number; readonly periodSeconds: number }[];
}

interface Behavior {
  readonly scaleUp?: ScalingRules;
  readonly scaleDown?: ScalingRules;
}

const writeBehavior = (writer: DescribeWriter, behavior: Behavior | undefined): void => {
  if (behavior === undefined) return;
  writer.line(0, "Behavior:");
  for (const [label, rules] of [
    ["Scale Up", behavior.scaleUp],
    ["Scale Down", behavior.scaleDown],
  ] as const) {
    if (rules === undefined) continue;
    writer.line(1, `${label}:`);
    if (rules.stabilizationWindowSeconds !== undefined) writer.line(2, `Stabilization Window: ${rules.stabilizationWindowSeconds} seconds`);
    if ((rules.policies ?? []).length === 0) continue;
    writer.line(2, `Select Policy: ${rules.selectPolicy ?? "Max"}`);
    writer.line(2, "Policies:");
    for (const policy of rules.policies ?? [])
      writer.line(3, `- Type: ${policy.type}\tValue: ${policy.value}\tPeriod: ${policy.periodSeconds} seconds`);
  }
};
