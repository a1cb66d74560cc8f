import { endpointSliceKind, endpointsKind } from "./endpoints.ts";
import { ingressClassKind, ingressKind } from "./ingress.ts";
import { networkPolicyKind } from "./network-policy.ts";
import { serviceKind } from "./service/service.ts";

/** Strategies of Services, Endpoints, Ingresses and NetworkPolicies. */
export const networkingKinds = {
  services: serviceKind,
  endpoints: endpointsKind,
  "networkpolicies.networking.k8s.io": networkPolicyKind,
  "ingresses.networking.k8s.io": ingressKind,
  "ingressclasses.networking.k8s.io": ingressClassKind,
  "endpointslices.discovery.k8s.io": endpointSliceKind,
};
