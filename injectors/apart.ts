import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { HOSTNAME } from "#kube/listings/list-nodes.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import type { Affinity } from "#kube/types/placement.ts";

/** Field of the terms that must be met. */
export const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Affinity by which no two pods of a selector are on one node. */
export const apart = (labelSelector: LabelSelector): Affinity => ({
  podAntiAffinity: { [REQUIRED]: [{ labelSelector, topologyKey: HOSTNAME }] },
});

/** Affinity by which pods of a selector had better be on different nodes. */
export const ratherApart = (labelSelector: LabelSelector): Affinity => ({
  podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: { labelSelector, topologyKey: HOSTNAME } }] },
});

/** Patch of an affinity that makes a wish of what was required of a workload's pods. */
export const beside = (baseline: Baseline, target: string) => ({
  podAntiAffinity: { ...ratherApart(baselineWorkload(baseline, target).spec.selector).podAntiAffinity, [REQUIRED]: null },
});
