import { type Amounts, podAmounts } from "#kube/objects/pod-amounts.ts";
import type { PodSpec } from "#kube/types/pod.ts";

/** What a pod asks for in all: the containers and sidecars together, or the largest moment of initialisation. */
export const podRequests = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.requests ?? {}),
    spec.resources?.requests,
  );

/** What a pod may use at most, where all its containers are limited. */
export const podLimits = (spec: PodSpec): Amounts =>
  withOwn(
    podAmounts(spec, (container) => container.resources?.limits ?? {}),
    spec.resources?.limits,
  );

/** What is said of the pod as a whole stands for what its containers say. */
const withOwn = (sum: Amounts, own: Amounts | undefined): Amounts => (own === undefined ? sum : { ...sum, ...own });
