import { expect, test } from "vitest";
import type { NetworkPolicy } from "#kube/types/network.ts";
import { distinguishesCallers } from "./distinguishes-callers.ts";

const policy = (spec: Partial<NetworkPolicy["spec"]>, namespace = "shop"): NetworkPolicy => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "p", namespace },
  spec: { podSelector: { matchLabels: { app: "web" } }, ...spec },
});
const apart = (spec: Partial<NetworkPolicy["spec"]>, labels: Readonly<Record<string, string>> = {}, namespace = "shop") =>
  distinguishesCallers({ from: { namespace: "shop", labels }, policies: [policy(spec, namespace)] });

test("who lets in everybody, nobody or addresses treats all callers alike", () => {
  expect(apart({ policyTypes: ["Ingress"] })).toBe(false);
  expect(apart({ policyTypes: ["Ingress"], ingress: [{}] })).toBe(false);
  expect(apart({ policyTypes: ["Ingress"], ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }], ports: [{ port: 80 }] }] })).toBe(
    false,
  );
});

test("who names pods or namespaces tells callers apart", () => {
  expect(apart({ ingress: [{ from: [{ podSelector: {} }] }] })).toBe(true);
  expect(apart({ ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }, { namespaceSelector: {} }] }] })).toBe(true);
});

test("who keeps a caller from calling does so in the caller's own namespace alone", () => {
  expect(apart({ policyTypes: ["Egress"] })).toBe(false);
  expect(apart({ policyTypes: ["Egress"] }, { app: "web" })).toBe(true);
  expect(apart({ policyTypes: ["Egress"], podSelector: {} })).toBe(true);
  expect(apart({ egress: [{}], podSelector: {} })).toBe(true);
  expect(apart({ policyTypes: ["Egress"], podSelector: {} }, {}, "elsewhere")).toBe(false);
});
