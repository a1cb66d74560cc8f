import { portNameProblems } from "#kube/objects/names.ts";
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "#kube/types/network.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { cidrErrors, isCidr, isStrictSubset } from "../../validation/addresses.ts";
import { validatePortNumber } from "../../validation/container.ts";
import { validateLabelSelector } from "../../validation/label-selector.ts";
import { policyWarnings } from "../../warnings/network-warnings.ts";

/** Strategy of NetworkPolicies. */
export const networkPolicyKind = defineKind<NetworkPolicy>({
  hasGeneration: true,
  validate: ({ spec }, errors) => {
    validateLabelSelector(spec.podSelector ?? {}, "spec.podSelector", errors);
    spec.ingress?.forEach((rule, i) => {
      validateRule(`spec.ingress[${i}]`, rule.ports, rule.from, "from", errors);
    });
    spec.egress?.forEach((rule, i) => {
      validateRule(`spec.egress[${i}]`, rule.ports, rule.to, "to", errors);
    });
    const types = spec.policyTypes ?? [];
    if (types.length > 2) return void errors.push(invalidValue("spec.policyTypes", types, "may not specify more than two policyTypes"));
    for (const [i, type] of types.entries()) {
      if (type !== "Ingress" && type !== "Egress") errors.push(unsupported(`spec.policyTypes[${i}]`, type, ["Ingress", "Egress"]));
    }
  },
  warn: (policy, _old, warnings) => void warnings.push(...policyWarnings(policy)),
});

const validateRule = (
  path: string,
  ports: readonly NetworkPolicyPort[] = [],
  peers: readonly NetworkPolicyPeer[] = [],
  side: "from" | "to",
  errors: FieldError[],
): void => {
  for (const [i, port] of ports.entries()) validatePort(port, `${path}.ports[${i}]`, errors);
  for (const [i, peer] of peers.entries()) validatePeer(peer, `${path}.${side}[${i}]`, errors);
};

const PROTOCOLS = ["TCP", "UDP", "SCTP"];

const validatePort = ({ protocol, port, endPort }: NetworkPolicyPort, path: string, errors: FieldError[]): void => {
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) errors.push(unsupported(`${path}.protocol`, protocol, PROTOCOLS));
  const refuseEnd = (detail: string): unknown => errors.push(invalidValue(`${path}.endPort`, endPort, detail));
  if (port === undefined) {
    if (endPort !== undefined) refuseEnd("may not be specified when `port` is not specified");
  } else if (typeof port === "string") {
    if (endPort !== undefined) refuseEnd("may not be specified when `port` is non-numeric");
    errors.push(...invalidEach(`${path}.port`, port, portNameProblems(port)));
  } else {
    validatePortNumber(port, `${path}.port`, errors);
    if (endPort === undefined) return;
    // The server shows the port here, and not the end that it complains of.
    if (endPort < port) errors.push(invalidValue(`${path}.endPort`, port, "must be greater than or equal to `port`"));
    validatePortNumber(endPort, `${path}.endPort`, errors);
  }
};

const validatePeer = ({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string, errors: FieldError[]): void => {
  if (podSelector !== undefined) validateLabelSelector(podSelector, `${path}.podSelector`, errors);
  if (namespaceSelector !== undefined) validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  if (ipBlock !== undefined) validateBlock(ipBlock, `${path}.ipBlock`, errors);
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && ipBlock === undefined) errors.push(required(path, "must specify a peer"));
  if (selects && ipBlock !== undefined) errors.push(forbiddenField(path, "may not specify both ipBlock and another peer"));
};

const validateBlock = ({ cidr, except = [] }: NonNullable<NetworkPolicyPeer["ipBlock"]>, path: string, errors: FieldError[]): void => {
  if (!cidr) return void errors.push(required(`${path}.cidr`));
  errors.push(...cidrErrors(`${path}.cidr`, cidr));
  if (!isCidr(cidr)) return;
  except.forEach((part, i) => {
    const place = `${path}.except[${i}]`;
    errors.push(...cidrErrors(place, part));
    if (!isStrictSubset(part, cidr)) errors.push(invalidValue(place, part, "must be a strict subset of `cidr`"));
  });
};
