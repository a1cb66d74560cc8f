import type { KubeObject } from "#kube/types/meta.ts";
import { idleSet } from "../idle-set.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames, type Twin } from "../twin.ts";

/** Idle workloads with an autoscaler that could give them a great many replicas, were they not parked. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 3).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`replicas of ${name}`);
    const [parked] = idleSet(rng.stream(name), baseline, name);
    return parked === undefined ? [] : [parked, autoscalerOf(parked, own.pick([50, 64, 80, 100, 128, 150, 200]))];
  });

const autoscalerOf = ({ object: { apiVersion, kind, metadata } }: CreatedTwin, maxReplicas: number): Twin => ({
  verb: "create",
  resource: "horizontalpodautoscalers.autoscaling",
  object: {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: metadata.name, namespace: metadata.namespace },
    spec: {
      scaleTargetRef: { apiVersion, kind, name: metadata.name },
      minReplicas: 1,
      maxReplicas,
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } }],
    },
  } as KubeObject,
});
