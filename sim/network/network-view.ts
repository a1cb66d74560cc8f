import { isSameJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import type { Namespace, Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice, NetworkPolicy, Service } from "#kube/types/network.ts";

/**
 * True when two states of an object are the same to the network. Annotations, heartbeats and `appProtocol` mean nothing to it.
 * @param resource one that the network reads; see `isReadByNetwork`
 */
export const looksSame = (resource: string, a: KubeObject, b: KubeObject): boolean =>
  a === b || isSameJson(VIEWS[resource]?.(a), VIEWS[resource]?.(b));

/** True for the resources that the network reads besides pods. */
export const isReadByNetwork = (resource: string): boolean => VIEWS[resource] !== undefined;

/** Resource of the EndpointSlices. */
export const SLICES = "endpointslices.discovery.k8s.io";

/** A view keeps the parts of its object that are not looked into further, so that comparing two of them is short. */
const view = <T extends KubeObject>(read: (object: T) => unknown): ((object: KubeObject) => unknown) =>
  keepFor((object: KubeObject) => read(object as T));

/** All that the network reads of an object besides its name, by resource. */
const VIEWS: Readonly<Record<string, (object: KubeObject) => unknown>> = {
  services: view(({ spec }: Service) => {
    const { type, clusterIP, externalName, internalTrafficPolicy, sessionAffinity } = spec;
    const ports = (spec.ports ?? []).map(({ name, port, protocol, nodePort }) => ({ name, port, protocol, nodePort }));
    return { type, clusterIP, externalName, internalTrafficPolicy, sessionAffinity, ports };
  }),
  [SLICES]: view(({ metadata, endpoints, ports }: EndpointSlice) => ({
    service: metadata.labels?.["kubernetes.io/service-name"],
    endpoints: (endpoints ?? []).map(({ addresses, conditions, hostname, nodeName }) => ({ addresses, conditions, hostname, nodeName })),
    ports: (ports ?? []).map(({ name, port, protocol }) => ({ name, port, protocol })),
  })),
  "networkpolicies.networking.k8s.io": view(({ spec }: NetworkPolicy) => spec),
  namespaces: view(({ metadata }: Namespace) => metadata.labels),
  nodes: view(({ status }: Node) => status?.addresses),
};
