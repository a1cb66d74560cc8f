import { subdomainProblems } from "#kube/objects/names.ts";
import type { Service } from "#kube/types/network.ts";
import { mapSame } from "../../../codec/same.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../../field-error.ts";
import { ipErrors } from "../../../validation/addresses.ts";

/** Field errors of the addresses in a load balancer's status. */
export const balancerStatusErrors = ({ spec, status }: Service): readonly FieldError[] => {
  const ingress = ingressOf(status);
  const path = "status.loadBalancer.ingress";
  if (spec.type !== "LoadBalancer")
    return ingress.length === 0 ? [] : [forbiddenField(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  return ingress.flatMap((entry, i) => entryErrors(entry, `${path}[${i}]`));
};

/** Sets the default mode of load balancer addresses: VIP. */
export const withAddressModes = (service: Service): Service => {
  const { spec, status } = service;
  const ingress = ingressOf(status);
  if (spec.type !== "LoadBalancer" || ingress.length === 0) return service;
  const moded = mapSame(ingress, (entry) => (entry.ip && entry.ipMode === undefined ? { ...entry, ipMode: "VIP" } : entry));
  return moded === ingress ? service : { ...service, status: { ...status, loadBalancer: { ...status?.loadBalancer, ingress: moded } } };
};

interface IngressEntry {
  readonly ip?: string;
  readonly ipMode?: string;
  readonly hostname?: string;
}

const MODES = ["Proxy", "VIP"];

const ingressOf = (status: Service["status"]): readonly IngressEntry[] =>
  (status?.loadBalancer as { readonly ingress?: readonly IngressEntry[] } | undefined)?.ingress ?? [];

const entryErrors = ({ ip = "", ipMode, hostname = "" }: IngressEntry, path: string): readonly FieldError[] => [
  ...(ip === "" ? [] : ipErrors(`${path}.ip`, ip)),
  ...modeErrors(ip, ipMode, `${path}.ipMode`),
  ...(hostname === "" ? [] : invalidEach(`${path}.hostname`, hostname, subdomainProblems(hostname))),
  ...(hostname !== "" && ipErrors("", hostname).length === 0
    ? [invalidValue(`${path}.hostname`, hostname, "must be a DNS name, not an IP address")]
    : []),
];

const modeErrors = (ip: string, mode: string | undefined, path: string): readonly FieldError[] => {
  if (mode === undefined) return ip === "" ? [] : [required(path, "must be specified when `ip` is set")];
  if (ip === "") return [forbiddenField(path, "may not be specified when `ip` is not set")];
  return MODES.includes(mode) ? [] : [unsupported(path, mode, MODES)];
};
