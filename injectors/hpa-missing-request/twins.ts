import { AUTOSCALERS } from "#kube/listings/autoscaled.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads without requests of CPU, most with an autoscaler that waits for their first replica. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const parked = parkedSet(own, baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { ...resources, limits: withoutCpu(resources.limits), requests: withoutCpu(resources.requests) },
      })),
    );
    return own.stream("autoscaler").chance(MOSTLY)
      ? parked.flatMap((workload) => [workload, autoscalerOf(workload, own.stream("share").pick([50, 60, 70, 80]))])
      : parked;
  });

const MOSTLY = { numerator: 3, denominator: 4 } as const;

const withoutCpu = ({ cpu: _, ...others }: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => others;

const autoscalerOf = ({ object }: CreatedTwin, averageUtilization: number): CreatedTwin => {
  const { apiVersion = "", kind = "", metadata } = object;
  const autoscaler: HorizontalPodAutoscaler = {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: metadata.name, namespace: metadata.namespace ?? "", labels: metadata.labels ?? {} },
    spec: {
      scaleTargetRef: { apiVersion, kind, name: metadata.name },
      minReplicas: 1,
      maxReplicas: 3,
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    },
  };
  return { verb: "create", resource: AUTOSCALERS, object: autoscaler };
};
