import { expect, test } from "vitest";
import type { NetworkPolicy } from "../types/network.ts";
import { givesBack, type PolicySurroundings } from "./gives-back.ts";

type Spec = NetworkPolicy["spec"];

const policy = (spec: Spec): NetworkPolicy => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "p", namespace: "shop" },
  spec,
});

const GEO = { podSelector: { matchLabels: { app: "geo" } } };
const ALL = { podSelector: {} };
const FROM_SEARCH = [{ from: [{ podSelector: { matchLabels: { app: "search" } } }] }];

const DENY = policy({ ...GEO, policyTypes: ["Ingress", "Egress"] });
/** A guard that was there before: egress to the namespace, and to DNS. */
const GUARD = policy({
  ...GEO,
  policyTypes: ["Egress"],
  egress: [
    { to: [{ podSelector: {} }] },
    { to: [{ namespaceSelector: { matchLabels: { name: "kube-system" } } }], ports: [{ protocol: "UDP", port: 53 }] },
  ],
});

const PODS = [{ app: "geo", tier: "api" }, { app: "search" }];

/** Judges a policy that was added beside a deny, or beside what is given. */
const judge = (spec: Spec, { before = [], present }: Partial<PolicySurroundings> = {}) =>
  givesBack(policy(spec), { pods: PODS, before, present: present ?? [DENY, ...before] });

test.each<readonly [string, Spec]>([
  ["everything", { ...GEO, policyTypes: ["Ingress", "Egress"], ingress: [{}], egress: [{}] }],
  ["one direction of two", { ...GEO, policyTypes: ["Ingress"], ingress: [{}] }],
  ["the direction that is meant where none is said", { ...GEO, ingress: [{}] }],
  ["the real peers alone", { ...GEO, policyTypes: ["Ingress"], ingress: FROM_SEARCH }],
  ["by other labels of the same pods", { podSelector: { matchLabels: { tier: "api" } }, ingress: FROM_SEARCH }],
  ["everything, in the whole namespace", { ...ALL, ingress: [{}] }],
])("a policy that allows %s gives back what a deny took", (_name, spec) => {
  expect(judge(spec)).toBe(true);
  expect(judge(spec, { present: [] }), "where nothing denies").toBe(false);
  expect(judge(spec, { before: [DENY] }), "where that denied before").toBe(false);
});

test.each<readonly [string, Spec]>([
  ["selects no pod", { podSelector: { matchLabels: { app: "rate" } }, ingress: [{}] }],
  ["allows nothing", { ...GEO, policyTypes: ["Ingress"] }],
  ["isolates pods that were open", { ...ALL, ingress: FROM_SEARCH }],
  ["isolates the callers", { podSelector: { matchLabels: { app: "search" } }, policyTypes: ["Egress"], egress: [{ to: [GEO] }] }],
])("a policy that %s does not", (_name, spec) => {
  expect(judge(spec)).toBe(false);
});

test("what a guard forbade before is no repair to allow, and what it allowed is", () => {
  const guarded = { before: [GUARD] };
  const both = { ...GEO, policyTypes: ["Ingress", "Egress"] as const, ingress: [{}] };
  const dns = GUARD.spec.egress?.[1] ?? {};
  expect(judge({ ...both, egress: [{}] }, guarded)).toBe(false);
  expect(judge({ ...both, egress: [{ to: [{ ipBlock: { cidr: "0.0.0.0/0" } }] }] }, guarded)).toBe(false);
  expect(judge({ ...both, egress: [{ to: [{ namespaceSelector: {} }] }] }, guarded)).toBe(false);
  expect(judge({ ...both, egress: [{ ...dns, ports: [{ port: 443 }] }] }, guarded)).toBe(false);
  expect(judge(both, guarded)).toBe(true);
  expect(judge({ ...both, egress: GUARD.spec.egress ?? [] }, guarded)).toBe(true);
  expect(
    judge({ ...both, egress: [{ to: [{ podSelector: { matchLabels: { app: "rate" } } }], ports: [{ port: 80 }] }, dns] }, guarded),
  ).toBe(true);
});

test("a deny that was replaced by a policy of another name may stay as narrow as it was", () => {
  expect(judge({ ...GEO, policyTypes: ["Ingress"], ingress: FROM_SEARCH }, { present: [DENY] })).toBe(true);
});
