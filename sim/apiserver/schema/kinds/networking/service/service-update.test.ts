import { expect, test } from "vitest";
import type { Service } from "#kube/types/network.ts";
import { createTestWorld } from "../../../../testing/create-test-world.ts";

const world = (type: string) => {
  const { client } = createTestWorld();
  const created = client.create<Service>("services", {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "shop" },
    spec: { type, ports: [{ port: 80 }] },
  } as Service);
  if (!created.ok) throw new Error(created.error.message);
  const change = (spec: Readonly<Record<string, unknown>>): string => {
    const present = client.get<Service>("services", "shop", "web") as Service;
    const result = client.update("services", { ...present, spec: { ...present.spec, ...spec } } as Service);
    return result.ok ? "" : (result.error.message ?? "");
  };
  return { change, spec: () => client.get<Service>("services", "shop", "web")?.spec as Service["spec"], client };
};

test("a Service that needs no node ports any more gives them back", () => {
  const { change, spec } = world("LoadBalancer");
  expect(spec().ports?.[0]?.nodePort).toBeGreaterThanOrEqual(30_000);
  expect(change({ type: "ClusterIP" })).toBe("");
  expect(spec().ports?.[0]).not.toHaveProperty("nodePort");
  expect(spec()).not.toHaveProperty("allocateLoadBalancerNodePorts");
  expect(spec()).not.toHaveProperty("externalTrafficPolicy");
});

test("a Service that becomes a name loses its address, and draws another one when it comes back", () => {
  const { change, spec } = world("ClusterIP");
  expect(change({ type: "ExternalName", externalName: "db.example.com" })).toBe("");
  expect(spec()).toEqual({ type: "ExternalName", externalName: "db.example.com", ports: spec().ports, sessionAffinity: "None" });
  expect(change({ type: "ClusterIP" })).toBe("");
  expect(spec().clusterIPs).toEqual([spec().clusterIP]);
});

test("a port number that is changed together with the type is refused rather than dropped", () => {
  const { change } = world("NodePort");
  expect(change({ type: "ClusterIP", ports: [{ port: 80, protocol: "TCP", targetPort: 80, nodePort: 31_111 }] })).toBe(
    "Service \"web\" is invalid: spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
  );
});

test("an address may not change, whichever of its two fields says so", () => {
  const { change } = world("ClusterIP");
  const refused = (address: string): string =>
    `Service "web" is invalid: spec.clusterIPs[0]: Invalid value: ["${address}"]: may not change once set`;
  expect(change({ clusterIP: "10.96.9.9" })).toBe(refused("10.96.9.9"));
  expect(change({ clusterIP: "None" })).toBe(refused("None"));
});

test("only a load balancer reports addresses of one", () => {
  const { client } = world("ClusterIP");
  const present = client.get<Service>("services", "shop", "web") as Service;
  const result = client.updateStatus("services", { ...present, status: { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } } });
  expect(result.ok ? "" : result.error.message).toBe(
    "Service \"web\" is invalid: status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  );
});
