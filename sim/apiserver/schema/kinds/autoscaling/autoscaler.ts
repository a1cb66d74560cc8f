import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { type FieldError, invalidValue } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { validateKindAndName } from "../../validation/kind-and-name.ts";
import { validateBehavior } from "./autoscaler-behavior.ts";
import { validateMetric } from "./autoscaler-metrics.ts";

/** Strategy of HorizontalPodAutoscalers: bounds, scale target and metrics are validated. */
export const autoscalerKind = defineKind<HorizontalPodAutoscaler>({
  hasStatus: true,
  prepareCreate: (autoscaler) => ({ ...autoscaler, status: { currentMetrics: null, desiredReplicas: 0 } }),
  validate: ({ spec }, errors) => {
    const { minReplicas: min = 1, maxReplicas: max = 0 } = spec;
    if (min < 1) errors.push(invalidValue("spec.minReplicas", min, "must be greater than or equal to 1"));
    if (max < 1) errors.push(invalidValue("spec.maxReplicas", max, "must be greater than 0"));
    if (max < min) errors.push(invalidValue("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`"));
    validateTarget(spec.scaleTargetRef ?? {}, "spec.scaleTargetRef", errors);
    for (const [i, metric] of (spec.metrics ?? []).entries()) validateMetric(metric, `spec.metrics[${i}]`, errors);
    if (min === 0 && !(spec.metrics ?? []).some((metric) => FROM_ZERO.has((metric as { readonly type?: string }).type ?? ""))) {
      const detail = "must specify at least one Object or External metric to support scaling to zero replicas";
      errors.push({ field: "spec.metrics", reason: "FieldValueForbidden", detail: `Forbidden: ${detail}` });
    }
    validateBehavior(spec.behavior, "spec.behavior", errors);
  },
});

/** Types of metrics that exist without pods. */
const FROM_ZERO = new Set(["Object", "External"]);

const validateTarget = (target: Partial<HorizontalPodAutoscaler["spec"]["scaleTargetRef"]>, path: string, errors: FieldError[]): void => {
  validateKindAndName(target, path, errors);
  const { apiVersion = "" } = target;
  const problem = groupProblem(apiVersion, target.kind);
  if (problem !== undefined) errors.push(invalidValue(`${path}.apiVersion`, apiVersion, problem));
};

const groupProblem = (apiVersion: string, kind: string | undefined): string | undefined => {
  const slashes = apiVersion.split("/").length - 1;
  if (slashes > 1) return `unexpected GroupVersion string: ${apiVersion}`;
  return slashes === 1 || kind === "ReplicationController" ? undefined : "apiVersion must specify API group";
};
