import type { Affinity } from "#kube/types/placement.ts";
import { type LabelCondition, requirementOf } from "./missing-label.ts";

/** Field of the terms of which a node must meet one. */
export const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

/** Field of the terms that nodes had better meet. */
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** The affinity to nodes that meet a condition. */
export const requiring = (condition: LabelCondition): Affinity => ({
  nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [requirementOf(condition)] }] } },
});

/** A wish for nodes that meet a condition: they come first, and others will do. */
export const preferring = (condition: LabelCondition): Affinity => ({
  nodeAffinity: { [PREFERRED]: [{ weight: 50, preference: { matchExpressions: [requirementOf(condition)] } }] },
});
