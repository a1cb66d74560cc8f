import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import { inOrder, invalidValue, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { atMostAll, positiveOrPercent } from "../validation/amounts.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";

/** Strategy of PodDisruptionBudgets. */
export const disruptionBudgetKind = defineKind<PodDisruptionBudget>({
  nameRule: "path-segment",
  hasGeneration: true,
  hasStatus: true,
  requiresResourceVersion: true,
  validate: ({ spec }, errors) => {
    const { minAvailable, maxUnavailable, selector } = spec;
    const { unhealthyPodEvictionPolicy: policy } = spec as { readonly unhealthyPodEvictionPolicy?: string };
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      const shown = {
        MinAvailable: minAvailable,
        Selector: selector ?? null,
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: policy ?? null,
      };
      errors.push(invalidValue("spec", inOrder(shown), "minAvailable and maxUnavailable cannot be both set"));
    }
    positiveOrPercent(minAvailable, "spec.minAvailable", errors);
    atMostAll(minAvailable, "spec.minAvailable", errors);
    positiveOrPercent(maxUnavailable, "spec.maxUnavailable", errors);
    atMostAll(maxUnavailable, "spec.maxUnavailable", errors);
    if (selector !== undefined) validateLabelSelector(selector, "spec.selector", errors);
    if (policy !== undefined && !EVICTION_POLICIES.includes(policy)) {
      errors.push(unsupported("spec.unhealthyPodEvictionPolicy", policy, EVICTION_POLICIES));
    }
  },
});

const EVICTION_POLICIES = ["AlwaysAllow", "IfHealthyBudget"];
