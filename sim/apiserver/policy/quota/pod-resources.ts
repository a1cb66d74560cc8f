import { type Amounts, podAmounts } from "#kube/objects/pod-amounts.ts";
import type { PodSpec } from "#kube/types/pod.ts";

/** Effective requests of a pod: the sum of its containers and sidecars, or the largest of its init phase. */
export const podRequests = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.requests ?? {}),
    spec.resources?.requests,
  );

/** Effective limits of a pod, of those resources that all of its containers limit. */
export const podLimits = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.limits ?? {}),
    spec.resources?.limits,
  );

/** Replaces the sum over containers by the pod's own resources where it sets them. */
const withOwn = (sum: Amounts, own: Amounts | undefined): Amounts => (own === undefined ? sum : { ...sum, ...own });
