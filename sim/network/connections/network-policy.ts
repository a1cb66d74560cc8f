import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { isRecording, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import { SUBJECTS } from "../network-subjects.ts";

/** One side of a connection as policies see it. */
export interface Party {
  /** Missing: outside the cluster; only ipBlocks can name it. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ip: string | undefined;
}

/** The far end of a connection: where it goes, and the pod there, for named ports. */
export interface PolicyDestination extends Party {
  readonly port: number;
  readonly protocol: string;
  readonly pod?: Pod;
}

/** The policies of a cluster at an instant, and how the namespaces that they select are labelled. */
export interface PolicyState {
  readonly policies: readonly NetworkPolicy[];
  readonly namespaceLabels: (name: string) => Readonly<Record<string, string>>;
}

/**
 * True when NetworkPolicies let `from` connect to `to`: the egress rules of the one and the ingress rules of the other.
 *
 * A pod is isolated in a direction once any policy for that direction selects it; then the union of all rules counts.
 */
export const policiesAllow = (world: World, from: Party, to: PolicyDestination): boolean => {
  const was = judge(world, from, to);
  if (isRecording()) recordRead({ kind: "answer", about: SUBJECTS.policies, holds: (now) => judge(now, from, to) === was });
  return was;
};

const judge = (world: World, from: Party, to: PolicyDestination): boolean => {
  const policies = listObjects<NetworkPolicy>(world, "networkpolicies.networking.k8s.io");
  if (policies.length === 0) return true;
  const state = { policies, namespaceLabels: (name: string) => namespaceLabels(world, name) };
  return sideAllows(state, "Egress", { self: from, peer: to, to }) && ingressAllows(state, from, to);
};

/** True when the ingress rules of `to` let `from` in. */
export const ingressAllows = (state: PolicyState, from: Party, to: PolicyDestination): boolean =>
  sideAllows(state, "Ingress", { self: to, peer: from, to });

type Direction = "Ingress" | "Egress";

interface Question {
  readonly self: Party;
  readonly peer: Party;
  readonly to: PolicyDestination;
}

const sideAllows = (state: PolicyState, direction: Direction, question: Question): boolean => {
  const { self } = question;
  if (self.namespace === undefined) return true;
  const selecting = state.policies.filter(
    (policy) =>
      policy.metadata.namespace === self.namespace &&
      policyTypes(policy).includes(direction) &&
      matchesLabelSelector(policy.spec.podSelector, self.labels),
  );
  return selecting.length === 0 || selecting.some((policy) => policyAllows(state, policy, direction, question));
};

/** A policy that names no type is one for ingress, and for egress too when it has egress rules. */
const policyTypes = ({ spec }: NetworkPolicy): readonly Direction[] =>
  spec.policyTypes ?? (spec.egress === undefined || spec.egress.length === 0 ? ["Ingress"] : ["Ingress", "Egress"]);

const policyAllows = (state: PolicyState, policy: NetworkPolicy, direction: Direction, { peer, to }: Question): boolean => {
  const rules =
    direction === "Ingress"
      ? (policy.spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
      : (policy.spec.egress ?? []).map(({ to: peers, ports }) => ({ peers, ports }));
  return rules.some(({ peers, ports }) => portsMatch(ports, to) && peersMatch(state, policy.metadata.namespace, peers, peer));
};

const portsMatch = (ports: readonly NetworkPolicyPort[] | undefined, to: PolicyDestination): boolean =>
  ports === undefined || ports.length === 0 || ports.some((port) => portMatches(port, to));

const portMatches = ({ protocol = "TCP", port, endPort }: NetworkPolicyPort, to: PolicyDestination): boolean => {
  if (protocol !== to.protocol) return false;
  if (port === undefined) return true;
  if (typeof port === "string")
    return (
      to.pod?.spec.containers.some((container) => container.ports?.some((p) => p.name === port && p.containerPort === to.port)) === true
    );
  return endPort === undefined ? to.port === port : to.port >= port && to.port <= endPort;
};

const peersMatch = (state: PolicyState, home: string | undefined, peers: readonly NetworkPolicyPeer[] | undefined, peer: Party): boolean =>
  peers === undefined || peers.length === 0 || peers.some((candidate) => peerMatches(state, home, candidate, peer));

const peerMatches = (
  state: PolicyState,
  home: string | undefined,
  { ipBlock, namespaceSelector, podSelector }: NetworkPolicyPeer,
  peer: Party,
): boolean => {
  if (ipBlock !== undefined)
    return (
      peer.ip !== undefined && inCidr(peer.ip, ipBlock.cidr) && !(ipBlock.except ?? []).some((cidr) => inCidr(peer.ip as string, cidr))
    );
  if (peer.namespace === undefined) return false;
  const inNamespace =
    namespaceSelector === undefined
      ? peer.namespace === home
      : matchesLabelSelector(namespaceSelector, state.namespaceLabels(peer.namespace));
  return inNamespace && (podSelector === undefined || matchesLabelSelector(podSelector, peer.labels));
};

const namespaceLabels = (world: World, name: string): Readonly<Record<string, string>> => ({
  "kubernetes.io/metadata.name": name,
  ...getObject<Namespace>(world, "namespaces", undefined, name)?.metadata.labels,
});

/** True when an IPv4 address is in a block; addresses that are not IPv4 are in none. */
export const inCidr = (ip: string, cidr: string): boolean => {
  const [base = "", bits = "32"] = cidr.split("/");
  const a = ipv4Number(ip);
  const b = ipv4Number(base);
  if (a === undefined || b === undefined) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(a / size) === Math.floor(b / size);
};

const ipv4Number = (ip: string): number | undefined => {
  const parts = ip.split(".").map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
};

/** True when a text is an IPv4 address. */
export const isAddress = (text: string): boolean => !/^[a-z]/.test(text) && ipv4Number(text) !== undefined;
