import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { NetworkPolicy, NetworkPolicyPeer } from "#kube/types/network.ts";

/** A call as far as policies look at it. */
export interface PolicedCall {
  /** Where the caller seems to come from. */
  readonly from: { readonly namespace: string; readonly labels?: Readonly<Record<string, string>> | undefined };
  /** The policies of the caller's namespace and of the one that is called. */
  readonly policies: readonly NetworkPolicy[];
}

/**
 * True where policies could let a caller through and not a stranger: then a call has to be made from the right place.
 *
 * Elsewhere whoever calls fares alike, from outside the agent's sight as well: rules that let everybody in or nobody, and
 * those that name addresses, which all pods take from one range. What keeps a caller from calling does not follow him into
 * another namespace, so that it counts, too.
 */
export const tellsCallersApart = ({ from, policies }: PolicedCall): boolean =>
  policies.some((policy) => namesCallers(policy) || (policy.metadata.namespace === from.namespace && restrains(policy, from.labels ?? {})));

const namesCallers = ({ spec }: NetworkPolicy): boolean => (spec.ingress ?? []).some(({ from = [] }) => from.some(isOfPods));

const isOfPods = ({ podSelector, namespaceSelector }: NetworkPolicyPeer): boolean =>
  podSelector !== undefined || namespaceSelector !== undefined;

/** A policy is one of egress when it says so, or says nothing and has such rules. */
const restrains = ({ spec }: NetworkPolicy, labels: Readonly<Record<string, string>>): boolean =>
  (spec.policyTypes?.includes("Egress") ?? spec.egress !== undefined) && matchesLabelSelector(spec.podSelector, labels);
