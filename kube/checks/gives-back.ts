import { isSameJson } from "#core/canonical-json.ts";
import { matchesLabelSelector } from "../objects/label-selector.ts";
import type { LabelSelector } from "../types/meta.ts";
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "../types/network.ts";

/** Pods that an added policy may select, and the other policies of their namespace. */
export interface PolicySurroundings {
  /** Labels of the namespace's pods. */
  readonly pods: readonly Labels[];
  /** Policies before something went wrong. */
  readonly before: readonly NetworkPolicy[];
  /** Policies when the one in question was added. */
  readonly present: readonly NetworkPolicy[];
}

type Labels = Readonly<Record<string, string>>;

/**
 * True if an added policy lets through what present policies hold up and earlier ones did not, and does nothing else: it isolates
 * no pod that was open, and allows nothing that was forbidden before. Policies add up, so it repairs as well as a change of theirs.
 */
export const givesBack = (added: NetworkPolicy, { pods, before, present }: PolicySurroundings): boolean => {
  const effects = pods
    .filter((labels) => matchesLabelSelector(added.spec.podSelector, labels))
    .flatMap((labels) =>
      directionsOf(added).map((direction): Effect => {
        const rules = rulesOf(added, direction);
        if (!isIsolated(present, labels, direction)) return rules.some(isOpen) ? "none" : "harm";
        if (!isIsolated(before, labels, direction)) return rules.length > 0 ? "repair" : "none";
        const allowed = isolating(before, labels, direction).flatMap((policy) => rulesOf(policy, direction));
        return rules.every((rule) => allowed.some((owner) => covers(owner, rule))) ? "none" : "harm";
      }),
    );
  return effects.includes("repair") && !effects.includes("harm");
};

/** Effect of a policy on one pod in one direction. */
type Effect = "repair" | "none" | "harm";

type Direction = "Ingress" | "Egress";

/** Directions in which a policy isolates: those it says, else ingress, and egress if it has rules for that. */
const directionsOf = ({ spec: { policyTypes, egress } }: NetworkPolicy): readonly Direction[] =>
  policyTypes ?? (egress === undefined ? ["Ingress"] : ["Ingress", "Egress"]);

const isolating = (policies: readonly NetworkPolicy[], labels: Labels, direction: Direction): readonly NetworkPolicy[] =>
  policies.filter((policy) => directionsOf(policy).includes(direction) && matchesLabelSelector(policy.spec.podSelector, labels));

const isIsolated = (policies: readonly NetworkPolicy[], labels: Labels, direction: Direction): boolean =>
  isolating(policies, labels, direction).length > 0;

/** A rule of either direction: missing or empty peers and ports are all of them. */
interface Rule {
  readonly peers: readonly NetworkPolicyPeer[];
  readonly ports: readonly NetworkPolicyPort[];
}

const rulesOf = ({ spec }: NetworkPolicy, direction: Direction): readonly Rule[] =>
  direction === "Ingress"
    ? (spec.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports }))
    : (spec.egress ?? []).map(({ to = [], ports = [] }) => ({ peers: to, ports }));

const isOpen = ({ peers, ports }: Rule): boolean => peers.length === 0 && ports.length === 0;

/** True if a rule allows all that another allows, as far as that can be read off them. */
const covers = (owner: Rule, rule: Rule): boolean =>
  coversEach(owner.peers, rule.peers, coversPeer) && coversEach(owner.ports, rule.ports, coversPort);

const coversEach = <T>(owners: readonly T[], wanted: readonly T[], coversOne: (owner: T, one: T) => boolean): boolean =>
  owners.length === 0 || (wanted.length > 0 && wanted.every((one) => owners.some((owner) => coversOne(owner, one))));

const coversPort = (owner: NetworkPolicyPort, port: NetworkPolicyPort): boolean =>
  isSameJson({ protocol: "TCP", ...owner }, { protocol: "TCP", ...port });

const coversPeer = (owner: NetworkPolicyPeer, peer: NetworkPolicyPeer): boolean => {
  if (owner.ipBlock !== undefined || peer.ipBlock !== undefined) return isSameJson(owner, peer);
  const isSamePlace = (owner.namespaceSelector === undefined) === (peer.namespaceSelector === undefined);
  return (
    isSamePlace && coversSelector(owner.namespaceSelector, peer.namespaceSelector) && coversSelector(owner.podSelector, peer.podSelector)
  );
};

/** True if a selector, missing where it selects all, selects whatever the other does. */
const coversSelector = (owner: LabelSelector | undefined, wanted: LabelSelector | undefined): boolean => {
  if (owner === undefined || isSameJson(owner, wanted ?? {})) return true;
  if ((owner.matchExpressions ?? []).length > 0) return false;
  return Object.entries(owner.matchLabels ?? {}).every(([key, value]) => wanted?.matchLabels?.[key] === value);
};
