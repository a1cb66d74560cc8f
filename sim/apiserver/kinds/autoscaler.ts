import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

/** Metric types and the member that each one fills. */
const METRICS: Readonly<Record<string, string>> = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
};

/** Autoscalers: bounds in order, a target that can be scaled, metrics that say what they measure. */
export const autoscalerKind = defineKind<HorizontalPodAutoscaler>({
  hasStatus: true,
  prepareCreate: (autoscaler) => ({ ...autoscaler, status: { currentMetrics: null, desiredReplicas: 0 } }),
  validate: ({ spec }, errors) => {
    const min = spec.minReplicas ?? 1;
    if (min < 1) errors.push(invalidValue("spec.minReplicas", min, "must be greater than or equal to 1"));
    if ((spec.maxReplicas ?? 0) < 1) errors.push(invalidValue("spec.maxReplicas", spec.maxReplicas ?? 0, "must be greater than 0"));
    if ((spec.maxReplicas ?? 0) < min) {
      errors.push(invalidValue("spec.maxReplicas", spec.maxReplicas ?? 0, "must be greater than or equal to `minReplicas`"));
    }
    const target = spec.scaleTargetRef;
    if (!target?.kind) errors.push(required("spec.scaleTargetRef.kind"));
    if (!target?.name) errors.push(required("spec.scaleTargetRef.name"));
    if (!target?.apiVersion?.includes("/") && target?.kind !== "ReplicationController") {
      errors.push(invalidValue("spec.scaleTargetRef.apiVersion", target?.apiVersion ?? "", "apiVersion must specify API group"));
    }
    (spec.metrics ?? []).forEach((metric, i) => {
      const { type = "", ...sources } = metric as Readonly<Record<string, unknown>> & { readonly type?: string };
      const member = METRICS[type];
      const path = `spec.metrics[${i}]`;
      if (type === "") errors.push(required(`${path}.type`, "must specify a metric source type"));
      else if (member === undefined) errors.push(unsupported(`${path}.type`, type, Object.keys(METRICS)));
      else if (sources[member] === undefined)
        errors.push(required(`${path}.${member}`, "must populate information for the given metric source"));
    });
  },
});
