import type { LabelSelector } from "#kube/types/meta.ts";
import type { PodAffinity, PodAffinityTerm, TopologySpreadConstraint } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import { mapSame } from "../../codec/same.ts";

/**
 * Pod whose selectors have the values of its own labels merged in, where its terms and constraints name keys of them.
 *
 * The server does so when the pod is made, so that everybody reads selectors alone.
 */
export const mergeLabelKeys = (pod: Pod): Pod => {
  const { affinity, topologySpreadConstraints: constraints } = pod.spec;
  const podAffinity = affinity?.podAffinity && mergeAffinity(affinity.podAffinity, pod);
  const podAntiAffinity = affinity?.podAntiAffinity && mergeAffinity(affinity.podAntiAffinity, pod);
  const spread = constraints && mapSame(constraints, (constraint) => mergeKeys(constraint, pod));
  const isSame = podAffinity === affinity?.podAffinity && podAntiAffinity === affinity?.podAntiAffinity && spread === constraints;
  if (isSame) return pod;
  const company = { ...(podAffinity && { podAffinity }), ...(podAntiAffinity && { podAntiAffinity }) };
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(affinity && { affinity: { ...affinity, ...company } }),
      ...(spread && { topologySpreadConstraints: spread }),
    },
  };
};

const mergeAffinity = (affinity: PodAffinity, pod: Pod): PodAffinity => {
  const { requiredDuringSchedulingIgnoredDuringExecution: needed, preferredDuringSchedulingIgnoredDuringExecution: preferred } = affinity;
  const required = needed && mapSame(needed, (term) => mergeKeys(term, pod));
  const wished =
    preferred &&
    mapSame(preferred, (wish) => {
      const podAffinityTerm = mergeKeys(wish.podAffinityTerm, pod);
      return podAffinityTerm === wish.podAffinityTerm ? wish : { ...wish, podAffinityTerm };
    });
  if (required === needed && wished === preferred) return affinity;
  return {
    ...affinity,
    ...(required && { requiredDuringSchedulingIgnoredDuringExecution: required }),
    ...(wished && { preferredDuringSchedulingIgnoredDuringExecution: wished }),
  };
};

type Keyed = Pick<PodAffinityTerm, "labelSelector" | "matchLabelKeys" | "mismatchLabelKeys">;

/** Keys that the pod has no label of are passed over; a term without a selector matches nobody anyway. */
const mergeKeys = <T extends Keyed | TopologySpreadConstraint>(term: T, { metadata }: Pod): T => {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term as Keyed;
  const labels = metadata.labels ?? {};
  const merge = (keys: readonly string[], operator: "In" | "NotIn"): NonNullable<LabelSelector["matchExpressions"]> =>
    keys.flatMap((key) => (labels[key] === undefined ? [] : [{ key, operator, values: [labels[key]] }]));
  const added = [...merge(matchLabelKeys, "In"), ...merge(mismatchLabelKeys, "NotIn")];
  if (labelSelector === undefined || added.length === 0) return term;
  return { ...term, labelSelector: { ...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...added] } };
};
