import type { KubeObject } from "#kube/types/meta.ts";
import type { NodeSpec } from "./nodes.ts";

/** The Service `kubernetes` with the endpoints that the API server keeps for itself. */
export const apiServerEndpoints = (nodes: readonly NodeSpec[]): readonly KubeObject[] => {
  const hosts = nodes.filter(({ isControlPlane }) => isControlPlane);
  // Where no node is the control plane, it runs beside the first one.
  const addresses = (hosts.length > 0 ? hosts : nodes.slice(0, 1)).map(({ address }) => address);
  const labels = { "endpointslice.kubernetes.io/skip-mirror": "true" };
  const metadata = { name: "kubernetes", namespace: "default" };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...metadata, labels: { component: "apiserver", provider: "kubernetes" } },
    spec: { type: "ClusterIP", clusterIP: "10.96.0.1", ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 6443 }] },
  };
  const endpoints = {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { ...metadata, labels },
    subsets: [{ addresses: addresses.map((ip) => ({ ip })), ports: [{ name: "https", port: 6443, protocol: "TCP" }] }],
  };
  const slice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { ...metadata, labels: { "kubernetes.io/service-name": "kubernetes" } },
    addressType: "IPv4",
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true, serving: true, terminating: false } })),
    ports: [{ name: "https", port: 6443, protocol: "TCP" }],
  };
  return [service, endpoints, slice];
};
