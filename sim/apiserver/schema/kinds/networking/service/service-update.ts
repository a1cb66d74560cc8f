import { isSameJson } from "#core/canonical-json.ts";
import type { Service, ServicePort } from "#kube/types/network.ts";
import { mapSame } from "../../../codec/same.ts";
import { type FieldError, forbiddenField, invalidValue } from "../../../field-error.ts";
import { needsHealthPort } from "./service-traffic.ts";

/**
 * Keeps fields that the server set and an update leaves out, and drops those that the new type does not use. A field is dropped only where
 * the update left it unchanged: an update that changes it gets an error.
 */
export const carryOver = (service: Service, old: Service): Service => {
  if (service.spec === old.spec) return service;
  const spec = withoutUseless(withSameAddresses(withAllocated(service.spec, old.spec), old.spec), old.spec);
  const { status } = service;
  const isEmptied = spec.type !== "LoadBalancer" && Object.keys(status?.loadBalancer ?? {}).length > 0;
  return { ...service, spec, ...(isEmptied && { status: { ...status, loadBalancer: {} } }) };
};

/** Field errors of an update that changes immutable fields of a Service. */
export const serviceChangeErrors = (service: Service, old: Service): readonly FieldError[] => {
  const { spec } = service;
  const errors: FieldError[] = [];
  if (needsAddress(spec) && needsAddress(old.spec)) {
    errors.push(...addressChangeErrors(spec, old.spec), ...familyChangeErrors(spec, old.spec));
  }
  const { loadBalancerClass } = spec as Extended;
  if (spec.type === "LoadBalancer" && old.spec.type === "LoadBalancer" && loadBalancerClass !== (old.spec as Extended).loadBalancerClass) {
    errors.push(invalidValue("spec.loadBalancerClass", loadBalancerClass ?? null, ONCE));
  }
  if (needsHealthPort(service) && needsHealthPort(old) && spec.healthCheckNodePort !== old.spec.healthCheckNodePort) {
    errors.push(forbiddenField("spec.healthCheckNodePort", "field is immutable"));
  }
  return errors;
};

type Spec = Service["spec"];
type Extended = Spec & { readonly loadBalancerClass?: string };

const ONCE = "may not change once set";

const needsAddress = ({ type }: Spec): boolean => type !== "ExternalName";
const needsNodePorts = ({ type }: Spec): boolean => type === "NodePort" || type === "LoadBalancer";
const isHeadless = ({ clusterIP, clusterIPs }: Spec): boolean =>
  clusterIP === "None" || (clusterIPs?.length === 1 && clusterIPs[0] === "None");
const isReachable = ({ type, externalIPs = [] }: Spec): boolean =>
  needsNodePorts({ type } as Spec) || (type === "ClusterIP" && externalIPs.length > 0);

const withAllocated = (spec: Spec, old: Spec): Spec => {
  let kept = spec;
  if (needsAddress(spec) && needsAddress(old)) {
    const { clusterIP, clusterIPs, ipFamilyPolicy } = old;
    if (!spec.clusterIP && clusterIP) kept = { ...kept, clusterIP };
    if ((spec.clusterIPs ?? []).length === 0 && clusterIPs !== undefined) kept = { ...kept, clusterIPs };
    if (spec.ipFamilyPolicy === undefined && ipFamilyPolicy !== undefined) kept = { ...kept, ipFamilyPolicy };
    if (spec.ipFamilies === undefined && old.ipFamilies !== undefined) kept = { ...kept, ipFamilies: old.ipFamilies };
  }
  return needsNodePorts(spec) && needsNodePorts(old) ? { ...kept, ports: withNodePorts(kept.ports ?? [], old.ports ?? []) } : kept;
};

/** Copies node ports from old ports of the same name, unless another port uses the number. */
const withNodePorts = (ports: readonly ServicePort[], old: readonly ServicePort[]): readonly ServicePort[] => {
  const used = new Set(ports.map(({ nodePort }) => nodePort));
  const before = new Map(old.map(({ name = "", nodePort }) => [name, nodePort]));
  return mapSame(ports, (port) => {
    const nodePort = before.get(port.name ?? "");
    return port.nodePort || !nodePort || used.has(nodePort) ? port : { ...port, nodePort };
  });
};

/** The list of addresses follows the single one, for clients that know that one alone. */
const withSameAddresses = (spec: Spec, old: Spec): Spec => {
  const { clusterIP = "", clusterIPs = [] } = spec;
  if (clusterIP === (old.clusterIP ?? "") || !isSameJson(clusterIPs, old.clusterIPs ?? [])) return spec;
  const { clusterIPs: _same, ...rest } = spec;
  return clusterIP === "" ? rest : { ...rest, clusterIPs: [clusterIP] };
};

const withoutUseless = (spec: Spec, old: Spec): Spec => {
  const kept: Record<string, unknown> = { ...spec };
  const drop = (...names: readonly (keyof Extended)[]): void => {
    for (const name of names) if (isSameJson((spec as Extended)[name], (old as Extended)[name])) delete kept[name];
  };
  if (needsAddress(old) && !needsAddress(spec)) {
    if (isSameJson(spec.clusterIPs ?? [], old.clusterIPs ?? [])) drop("clusterIP", "clusterIPs");
    drop("ipFamilies", "ipFamilyPolicy");
  }
  if (needsNodePorts(old) && !needsNodePorts(spec)) kept["ports"] = withoutNodePorts(spec.ports ?? [], old.ports ?? []);
  if (needsHealthPort({ spec: old } as Service) && !needsHealthPort({ spec } as Service)) drop("healthCheckNodePort");
  if (old.type === "LoadBalancer" && spec.type !== "LoadBalancer") drop("allocateLoadBalancerNodePorts", "loadBalancerClass");
  if (isReachable(old) && !isReachable(spec)) drop("externalTrafficPolicy");
  // The server does not show it of a name that leads outside, whoever set it.
  if (spec.type === "ExternalName") delete kept["internalTrafficPolicy"];
  return kept as Spec;
};

const withoutNodePorts = (ports: readonly ServicePort[], old: readonly ServicePort[]): readonly ServicePort[] => {
  const before = new Set(old.map(({ nodePort }) => nodePort));
  if (ports.some(({ nodePort }) => nodePort && !before.has(nodePort))) return ports;
  return mapSame(ports, (port) => {
    const { nodePort, ...rest } = port;
    return nodePort === undefined ? port : rest;
  });
};

const addressChangeErrors = (spec: Spec, old: Spec): readonly FieldError[] => {
  if (isHeadless(spec) && isHeadless(old)) return [];
  const { clusterIPs = [] } = spec;
  const before = old.clusterIPs ?? [];
  const refuse = (i: number, detail: string): FieldError => invalidValue(`spec.clusterIPs[${i}]`, clusterIPs, detail);
  if (before.length === clusterIPs.length) return before.flatMap((address, i) => (address === clusterIPs[i] ? [] : [refuse(i, ONCE)]));
  if (clusterIPs.length === 0) return [refuse(0, "primary clusterIP can not be unset")];
  return before.length > 0 && before[0] !== clusterIPs[0] ? [refuse(0, ONCE)] : [];
};

const familyChangeErrors = (spec: Spec, old: Spec): readonly FieldError[] => {
  if (isHeadless(spec) || isHeadless(old)) return [];
  const { ipFamilies = [], clusterIPs = [] } = spec;
  const before = old.ipFamilies ?? [];
  if (before.length === ipFamilies.length)
    return before.flatMap((family, i) => (family === ipFamilies[i] ? [] : [invalidValue("spec.ipFamilies[0]", ipFamilies, ONCE)]));
  const hasChanged = before.length > 0 && ipFamilies.length > 0 && before[0] !== ipFamilies[0];
  return hasChanged ? [invalidValue("spec.ipFamilies[0]", clusterIPs, ONCE)] : [];
};
