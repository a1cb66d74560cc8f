import { labelProblems, qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { Service, ServicePort } from "#kube/types/network.ts";
import {
  duplicate,
  type FieldError,
  forbiddenField,
  inOrder,
  invalidEach,
  invalidValue,
  required,
  unsupported,
} from "../../../field-error.ts";
import { defineKind } from "../../../kind-strategy.ts";
import { endpointIpErrors, ipErrors } from "../../../validation/addresses.ts";
import { validatePortNumber, validatePortRef } from "../../../validation/container.ts";
import { validateLabels } from "../../../validation/metadata.ts";
import { serviceWarnings } from "../../../warnings/service-warnings.ts";
import { allocateService } from "./service-addresses.ts";
import { clusterIpErrors } from "./service-families.ts";
import { balancerStatusErrors, withAddressModes } from "./service-status.ts";
import { trafficErrors } from "./service-traffic.ts";
import { carryOver, serviceChangeErrors } from "./service-update.ts";

/** Services: an address of their own, ports, and whom they lead to. */
export const serviceKind = defineKind<Service>({
  nameRule: "dns1035",
  hasStatus: true,
  createsOnUpdate: true,
  fields: { "spec.clusterIP": ({ spec }) => spec.clusterIP ?? "", "spec.type": ({ spec }) => spec.type ?? "" },
  prepareCreate: (service) => withAddressList(service),
  prepareUpdate: carryOver,
  prepareStatus: withAddressModes,
  validate: (service, errors) => {
    const { spec } = service;
    const isHeadless = spec.clusterIP === "None";
    const ports = spec.ports ?? [];
    if (ports.length === 0 && !isHeadless && spec.type !== "ExternalName") errors.push(required("spec.ports"));
    if (isHeadless && (spec.type === "LoadBalancer" || spec.type === "NodePort")) {
      errors.push(invalidValue("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${spec.type} services`));
    }
    if (spec.type === "ExternalName") validateExternalName(spec, errors);
    validatePorts(ports, errors);
    if (spec.selector !== undefined) validateLabels(spec.selector, "spec.selector", errors);
    validateAffinity(spec, errors);
    errors.push(...clusterIpErrors(service));
    (spec.externalIPs ?? []).forEach((address, i) => {
      const found = ipErrors(`spec.externalIPs[${i}]`, address);
      errors.push(...(found.length > 0 ? found : endpointIpErrors(`spec.externalIPs[${i}]`, address)));
    });
    if (!TYPES.includes(spec.type ?? "")) errors.push(unsupported("spec.type", spec.type, TYPES));
    if (spec.type === "ClusterIP") forbidNodePorts(ports, errors);
    noDuplicates(ports, errors);
    errors.push(...trafficErrors(service));
  },
  // The server tells of changes before it looks at the Service by itself.
  validateUpdate: (service, old, errors) => void errors.unshift(...serviceChangeErrors(service, old)),
  validateStatus: (service, errors) => void errors.push(...balancerStatusErrors(service)),
  allocate: allocateService,
  warn: (service, _old, warnings) => void warnings.push(...serviceWarnings(service)),
});

const AFFINITIES = ["ClientIP", "None"];
const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** The list of addresses follows the single one where it is not given. */
const withAddressList = (service: Service): Service => {
  const { clusterIP, clusterIPs = [] } = service.spec;
  return clusterIP && clusterIPs.length === 0 ? { ...service, spec: { ...service.spec, clusterIPs: [clusterIP] } } : service;
};

const validateExternalName = ({ externalName, clusterIPs, ipFamilies, ipFamilyPolicy }: Service["spec"], errors: FieldError[]): void => {
  const unset = "may not be set for ExternalName services";
  if ((clusterIPs ?? []).length > 0) errors.push(forbiddenField("spec.clusterIPs", unset));
  if ((ipFamilies ?? []).length > 0) errors.push(forbiddenField("spec.ipFamilies", unset));
  if (ipFamilyPolicy !== undefined) errors.push(forbiddenField("spec.ipFamilyPolicy", unset));
  const name = (externalName ?? "").replace(/\.$/, "");
  if (name === "") errors.push(required("spec.externalName"));
  else errors.push(...invalidEach("spec.externalName", name, subdomainProblems(name)));
};

const validatePorts = (ports: readonly ServicePort[], errors: FieldError[]): void => {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const path = `spec.ports[${i}]`;
    if (port.name) {
      errors.push(...invalidEach(`${path}.name`, port.name, labelProblems(port.name)));
      if (names.has(port.name)) errors.push(duplicate(`${path}.name`, port.name));
      names.add(port.name);
    } else if (ports.length > 1) errors.push(required(`${path}.name`));
    validatePortNumber(port.port ?? 0, `${path}.port`, errors);
    if (!PROTOCOLS.includes(port.protocol ?? "")) errors.push(unsupported(`${path}.protocol`, port.protocol, PROTOCOLS));
    validatePortRef(port.targetPort, `${path}.targetPort`, errors);
    if (port.appProtocol !== undefined) {
      errors.push(...invalidEach(`${path}.appProtocol`, port.appProtocol, qualifiedNameProblems(port.appProtocol)));
    }
  });
};

const validateAffinity = (spec: Service["spec"], errors: FieldError[]): void => {
  const { sessionAffinity = "", sessionAffinityConfig } = spec as Service["spec"] & {
    readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  };
  const path = "spec.sessionAffinityConfig";
  if (!AFFINITIES.includes(sessionAffinity)) errors.push(unsupported("spec.sessionAffinity", sessionAffinity, AFFINITIES));
  if (sessionAffinity === "None" && sessionAffinityConfig !== undefined) {
    errors.push(forbiddenField(path, "must not be set when session affinity is None"));
  }
  if (sessionAffinity !== "ClientIP") return;
  const need = (field: string): unknown => errors.push(required(field, "when session affinity type is ClientIP"));
  if (sessionAffinityConfig === undefined) return void need(path);
  if (sessionAffinityConfig.clientIP === undefined) return void need(`${path}.clientIP`);
  const seconds = sessionAffinityConfig.clientIP.timeoutSeconds;
  if (seconds === undefined) return void need(`${path}.clientIP.timeoutSeconds`);
  if (seconds <= 0 || seconds > 86_400) {
    errors.push(invalidValue(`${path}.clientIP.timeoutSeconds`, seconds, "must be greater than 0 and less than 86400"));
  }
};

const forbidNodePorts = (ports: readonly ServicePort[], errors: FieldError[]): void => {
  ports.forEach((port, i) => {
    if (port.nodePort) errors.push(forbiddenField(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
  });
};

const noDuplicates = (ports: readonly ServicePort[], errors: FieldError[]): void => {
  const nodePorts = new Set<string>();
  const numbers = new Set<string>();
  ports.forEach(({ protocol, nodePort }, i) => {
    if (!nodePort) return;
    if (nodePorts.has(`${protocol}/${nodePort}`)) errors.push(duplicate(`spec.ports[${i}].nodePort`, nodePort));
    nodePorts.add(`${protocol}/${nodePort}`);
  });
  ports.forEach(({ protocol, port }, i) => {
    if (numbers.has(`${protocol}/${port}`)) {
      const shown = { Name: "", Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
      errors.push(duplicate(`spec.ports[${i}]`, inOrder(shown)));
    }
    numbers.add(`${protocol}/${port}`);
  });
};
