import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { NetworkPolicy, NetworkPolicyPeer } from "#kube/types/network.ts";

/** A call with the policies that may apply to it. */
export interface PolicedCall {
  /** Namespace and labels of the caller. */
  readonly from: { readonly namespace: string; readonly labels?: Readonly<Record<string, string>> | undefined };
  /** Policies of the caller's namespace and of the called one. */
  readonly policies: readonly NetworkPolicy[];
}

/**
 * True if policies may allow the caller and deny others: then the call has to be made from the caller's place.
 *
 * Otherwise a call from a namespace that agents cannot read has the same outcome: policies admit everybody or nobody, or
 * select addresses, which all pods take from one range. Egress policies of the caller count too, since they do not apply
 * in another namespace.
 */
export const distinguishesCallers = ({ from, policies }: PolicedCall): boolean =>
  policies.some(
    (policy) => selectsCallers(policy) || (policy.metadata.namespace === from.namespace && restrictsEgress(policy, from.labels ?? {})),
  );

const selectsCallers = ({ spec }: NetworkPolicy): boolean => (spec.ingress ?? []).some(({ from = [] }) => from.some(isOfPods));

const isOfPods = ({ podSelector, namespaceSelector }: NetworkPolicyPeer): boolean =>
  podSelector !== undefined || namespaceSelector !== undefined;

/** True if a policy restricts egress of these labels: it says so, or has egress rules and no policy types. */
const restrictsEgress = ({ spec }: NetworkPolicy, labels: Readonly<Record<string, string>>): boolean =>
  (spec.policyTypes?.includes("Egress") ?? spec.egress !== undefined) && matchesLabelSelector(spec.podSelector, labels);
