import type { KubeObject } from "#kube/types/meta.ts";
import type { Service, ServicePort } from "#kube/types/network.ts";
import { duplicate, type FieldError, forbiddenField, inOrder, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validatePortNumber, validatePortRef } from "../validation/container.ts";
import { validateLabels } from "../validation/metadata.ts";
import { labelProblem, subdomainProblem } from "../validation/names.ts";
import { allocateService, numberOf } from "./service-addresses.ts";

const serviceKind = defineKind<Service>({
  nameRule: "dns1035",
  hasStatus: true,
  createsOnUpdate: true,
  fields: { "spec.clusterIP": ({ spec }) => spec.clusterIP ?? "", "spec.type": ({ spec }) => spec.type ?? "" },
  prepareUpdate: keepAddresses,
  validate: ({ spec }, errors) => {
    const isHeadless = spec.clusterIP === "None";
    const ports = spec.ports ?? [];
    if (ports.length === 0 && !isHeadless && spec.type !== "ExternalName") errors.push(required("spec.ports"));
    if (isHeadless && (spec.type === "LoadBalancer" || spec.type === "NodePort")) {
      errors.push(invalidValue("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${spec.type} services`));
    }
    if (spec.type === "ExternalName") validateExternalName(spec, errors);
    for (const [i, address] of (spec.clusterIPs ?? (spec.clusterIP ? [spec.clusterIP] : [])).entries()) {
      if (address !== "None" && numberOf(address) === undefined) errors.push(invalidValue(`spec.clusterIPs[${i}]`, address, IP_DETAIL));
    }
    validatePorts(ports, spec.type, errors);
    if (spec.selector !== undefined) validateLabels(spec.selector, "spec.selector", errors);
    if (!AFFINITIES.includes(spec.sessionAffinity ?? ""))
      errors.push(unsupported("spec.sessionAffinity", spec.sessionAffinity, AFFINITIES));
    if (!TYPES.includes(spec.type ?? "")) errors.push(unsupported("spec.type", spec.type, TYPES));
  },
  allocate: allocateService,
  warn: ({ spec }, _old, warnings) => {
    if (spec.clusterIP === "None" && spec.sessionAffinity === "ClientIP")
      warnings.push("spec.SessionAffinity is ignored for headless services");
  },
});

/** What the server says of a text that is no address. */
export const IP_DETAIL = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const AFFINITIES = ["ClientIP", "None"];
const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** An update that leaves addresses and node ports out keeps those that the Service has. */
function keepAddresses(service: Service, old: Service): Service {
  if (service.spec === old.spec || service.spec.type === "ExternalName" || old.spec.type === "ExternalName") return service;
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = old.spec;
  const kept = {
    ...(service.spec.clusterIP === undefined && clusterIP !== undefined && { clusterIP }),
    ...(service.spec.clusterIPs === undefined && clusterIPs !== undefined && { clusterIPs }),
    ...(service.spec.ipFamilies === undefined && ipFamilies !== undefined && { ipFamilies }),
    ...(service.spec.ipFamilyPolicy === undefined && ipFamilyPolicy !== undefined && { ipFamilyPolicy }),
  };
  return { ...service, spec: { ...service.spec, ...kept } };
}

const validateExternalName = ({ externalName, clusterIPs }: Service["spec"], errors: FieldError[]): void => {
  if (clusterIPs !== undefined) errors.push(forbiddenField("spec.clusterIPs", "may not be set for ExternalName services"));
  const name = (externalName ?? "").replace(/\.$/, "");
  const problem = name === "" ? undefined : subdomainProblem(name);
  if (name === "") errors.push(required("spec.externalName"));
  else if (problem !== undefined) errors.push(invalidValue("spec.externalName", name, problem));
};

const validatePorts = (ports: readonly ServicePort[], type: string | undefined, errors: FieldError[]): void => {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const path = `spec.ports[${i}]`;
    if (port.name) {
      const problem = labelProblem(port.name);
      if (problem !== undefined) errors.push(invalidValue(`${path}.name`, port.name, problem));
      if (names.has(port.name)) errors.push(duplicate(`${path}.name`, port.name));
      names.add(port.name);
    } else if (ports.length > 1) errors.push(required(`${path}.name`));
    validatePortNumber(port.port ?? 0, `${path}.port`, errors);
    if (!PROTOCOLS.includes(port.protocol ?? "")) errors.push(unsupported(`${path}.protocol`, port.protocol, PROTOCOLS));
    validatePortRef(port.targetPort, `${path}.targetPort`, errors);
  });
  if (type === "ClusterIP") {
    ports.forEach((port, i) => {
      if (port.nodePort) errors.push(forbiddenField(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
    });
  }
  noDuplicates(ports, errors);
};

const noDuplicates = (ports: readonly ServicePort[], errors: FieldError[]): void => {
  const nodePorts = new Set<string>();
  const numbers = new Set<string>();
  ports.forEach(({ protocol, nodePort }, i) => {
    if (nodePort !== undefined && nodePorts.has(`${protocol}/${nodePort}`)) errors.push(duplicate(`spec.ports[${i}].nodePort`, nodePort));
    if (nodePort !== undefined) nodePorts.add(`${protocol}/${nodePort}`);
  });
  ports.forEach(({ protocol, port }, i) => {
    if (numbers.has(`${protocol}/${port}`)) {
      const shown = { Name: "", Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
      errors.push(duplicate(`spec.ports[${i}]`, inOrder(shown)));
    }
    numbers.add(`${protocol}/${port}`);
  });
};

/** Services and their endpoints. */
export const serviceKinds = {
  services: serviceKind,
  endpoints: defineKind<KubeObject>({ createsOnUpdate: true }),
};
