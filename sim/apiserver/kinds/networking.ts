import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice, Ingress, NetworkPolicy, NetworkPolicyPeer } from "#kube/types/network.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validatePortRef } from "../validation/container.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";
import { dns1035Problem, subdomainProblem } from "../validation/names.ts";
import { IP_DETAIL } from "./service.ts";
import { numberOf } from "./service-addresses.ts";
import { immutable } from "./workloads.ts";

const policyKind = defineKind<NetworkPolicy>({
  hasGeneration: true,
  validate: ({ spec }, errors) => {
    validateLabelSelector(spec.podSelector ?? {}, "spec.podSelector", errors);
    spec.ingress?.forEach((rule, i) => {
      validatePolicyPorts(rule.ports ?? [], `spec.ingress[${i}].ports`, errors);
      for (const [j, peer] of (rule.from ?? []).entries()) validatePeer(peer, `spec.ingress[${i}].from[${j}]`, errors);
    });
    spec.egress?.forEach((rule, i) => {
      validatePolicyPorts(rule.ports ?? [], `spec.egress[${i}].ports`, errors);
      for (const [j, peer] of (rule.to ?? []).entries()) validatePeer(peer, `spec.egress[${i}].to[${j}]`, errors);
    });
    for (const [i, type] of (spec.policyTypes ?? []).entries()) {
      if (type !== "Ingress" && type !== "Egress") errors.push(unsupported(`spec.policyTypes[${i}]`, type, ["Ingress", "Egress"]));
    }
  },
});

const ingressKind = defineKind<Ingress>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ spec }, errors) => {
    if ((spec.rules ?? []).length === 0 && spec.defaultBackend === undefined) {
      errors.push(invalidValue("spec", spec.rules, "either `defaultBackend` or `rules` must be specified"));
    }
    spec.rules?.forEach(({ host, http }, i) => {
      const problem = host ? subdomainProblem(host.replace(/^\*\./, "")) : undefined;
      if (problem !== undefined) errors.push(invalidValue(`spec.rules[${i}].host`, host, problem));
      if (http !== undefined && (http.paths ?? []).length === 0) errors.push(required(`spec.rules[${i}].http.paths`));
      for (const [j, path] of (http?.paths ?? []).entries()) validateIngressPath(path, `spec.rules[${i}].http.paths[${j}]`, errors);
    });
  },
});

const ingressClassKind = defineKind<KubeObject & { readonly spec?: { readonly controller?: string } }>({
  hasGeneration: true,
  validateUpdate: ({ spec }, old, errors) => immutable(spec?.controller, old.spec?.controller, "spec.controller", errors),
});

const endpointSliceKind = defineKind<EndpointSlice>({
  hasGeneration: true,
  validate: ({ addressType, endpoints }, errors) => {
    for (const [i, { addresses = [] }] of (endpoints ?? []).entries()) {
      if (addresses.length === 0) errors.push(required(`endpoints[${i}].addresses`, "must contain at least 1 address"));
      for (const [j, address] of addresses.entries()) {
        if (addressType === "IPv4" && numberOf(address) === undefined) {
          errors.push(invalidValue(`endpoints[${i}].addresses[${j}]`, address, IP_DETAIL));
        }
      }
    }
    const types = ["FQDN", "IPv4", "IPv6"];
    if (!addressType) errors.push(required("addressType"));
    else if (!types.includes(addressType)) errors.push(unsupported("addressType", addressType, types));
  },
  validateUpdate: ({ addressType }, old, errors) => immutable(addressType, old.addressType, "addressType", errors),
});

const validatePolicyPorts = (
  ports: readonly { readonly protocol?: string; readonly port?: number | string; readonly endPort?: number }[],
  path: string,
  errors: FieldError[],
): void => {
  ports.forEach(({ protocol, port, endPort }, i) => {
    const protocols = ["SCTP", "TCP", "UDP"];
    if (protocol !== undefined && !protocols.includes(protocol)) errors.push(unsupported(`${path}[${i}].protocol`, protocol, protocols));
    if (port !== undefined) validatePortRef(port, `${path}[${i}].port`, errors);
    if (endPort !== undefined && typeof port === "number" && endPort < port) {
      errors.push(invalidValue(`${path}[${i}].endPort`, endPort, "must be greater than or equal to `port`"));
    }
  });
};

const validatePeer = ({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string, errors: FieldError[]): void => {
  if (podSelector !== undefined) validateLabelSelector(podSelector, `${path}.podSelector`, errors);
  if (namespaceSelector !== undefined) validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && ipBlock === undefined) errors.push(required(path, "must specify a peer"));
  if (selects && ipBlock !== undefined) errors.push(forbiddenField(path, "may not specify both ipBlock and another peer"));
  if (ipBlock === undefined) return;
  if (!ipBlock.cidr) errors.push(required(`${path}.ipBlock.cidr`));
  else if (!CIDR.test(ipBlock.cidr)) errors.push(invalidValue(`${path}.ipBlock.cidr`, ipBlock.cidr, CIDR_DETAIL));
};

const OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const CIDR = new RegExp(`^((${OCTET}\\.){3}${OCTET}/(3[0-2]|[12]?\\d)|[0-9a-fA-F:]+/\\d{1,3})$`);
const CIDR_DETAIL = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

type IngressPath = NonNullable<NonNullable<Ingress["spec"]["rules"]>[number]["http"]>["paths"][number];

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];

const validateIngressPath = ({ path = "", pathType, backend }: IngressPath, place: string, errors: FieldError[]): void => {
  if (!pathType) errors.push(required(`${place}.pathType`, "pathType must be specified"));
  else if (!PATH_TYPES.includes(pathType)) errors.push(unsupported(`${place}.pathType`, pathType, PATH_TYPES));
  else if (!path.startsWith("/") && (pathType !== "ImplementationSpecific" || path !== "")) {
    errors.push(invalidValue(`${place}.path`, path, "must be an absolute path"));
  }
  const service = backend?.service;
  if (service === undefined) return;
  if (!service.name) errors.push(required(`${place}.backend.service.name`));
  const problem = service.name ? dns1035Problem(service.name) : undefined;
  if (problem !== undefined) errors.push(invalidValue(`${place}.backend.service.name`, service.name, problem));
  if (service.port?.name === undefined && service.port?.number === undefined) {
    errors.push(required(`${place}.backend`, "port name or number is required"));
  }
};

/** How traffic comes in and who may speak to whom. */
export const networkingKinds = {
  "networkpolicies.networking.k8s.io": policyKind,
  "ingresses.networking.k8s.io": ingressKind,
  "ingressclasses.networking.k8s.io": ingressClassKind,
  "endpointslices.discovery.k8s.io": endpointSliceKind,
};
