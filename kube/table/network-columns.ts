import { formatLabelSelector } from "../objects/label-selector.ts";
import type { EndpointSlice, Endpoints, Ingress, NetworkPolicy, Service } from "../types/network.ts";
import { ageColumn, type Column, labelsText, listText, nameColumn, text, wide } from "./column.ts";

const LIST_MAX = 3;

interface Ingressed {
  readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
}

const ingressAddresses = (loadBalancer: Readonly<Record<string, unknown>> | undefined): string =>
  [
    ...new Set(
      ((loadBalancer as Ingressed | undefined)?.ingress ?? [])
        .map(({ ip, hostname }) => ip || hostname || "")
        .filter((address) => address !== ""),
    ),
  ]
    .sort()
    .join(",");

const externalIp = ({ spec, status }: Service): string => {
  const external = (spec.externalIPs ?? []).join(",");
  if (spec.type === "ExternalName") return spec.externalName ?? "";
  if (spec.type !== "LoadBalancer") return external || "<none>";
  return [ingressAddresses(status?.loadBalancer), external].filter((part) => part !== "").join(",") || "<pending>";
};

const portsText = ({ spec }: Service): string =>
  (spec.ports ?? [])
    .map(({ port, nodePort, protocol = "TCP" }) => (nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`))
    .join(",") || "<none>";

/** Columns of Services. */
export const serviceColumns: readonly Column<Service>[] = [
  nameColumn,
  text("Type", ({ spec }) => spec.type ?? "ClusterIP"),
  text("Cluster-IP", ({ spec }) => spec.clusterIPs?.[0] ?? spec.clusterIP ?? "<none>"),
  text("External-IP", externalIp),
  text("Port(s)", portsText),
  ageColumn,
  wide("Selector", ({ spec }) => labelsText(spec.selector)),
];

const endpointsText = ({ subsets }: Endpoints): string => {
  const all: string[] = [];
  for (const { addresses = [], ports = [] } of subsets ?? []) {
    if (ports.length === 0) all.push(...addresses.map(({ ip }) => ip));
    for (const { port } of ports) all.push(...addresses.map(({ ip }) => `${ip}:${port}`));
  }
  // Subsets without a ready address print nothing at all, no subsets `<none>`.
  return (subsets ?? []).length === 0 ? "<none>" : listText(all, LIST_MAX, "");
};

/** Columns of Endpoints. */
export const endpointsColumns: readonly Column<Endpoints>[] = [nameColumn, text("Endpoints", endpointsText), ageColumn];

/** Columns of EndpointSlices. */
export const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
  nameColumn,
  text("AddressType", ({ addressType }) => addressType),
  text("Ports", ({ ports }) =>
    listText(
      (ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? "*") : String(port))),
      LIST_MAX,
      "<unset>",
    ),
  ),
  text("Endpoints", ({ endpoints }) =>
    listText(
      (endpoints ?? []).flatMap(({ addresses }) => addresses),
      LIST_MAX,
      "<unset>",
    ),
  ),
  ageColumn,
];

const hostsText = ({ spec }: Ingress): string => {
  const hosts = (spec.rules ?? []).map(({ host }) => host ?? "").filter((host) => host !== "");
  if (hosts.length === 0) return "*";
  return hosts.length > LIST_MAX
    ? `${hosts.slice(0, LIST_MAX).join(",")} + ${(spec.rules ?? []).length - LIST_MAX} more...`
    : hosts.join(",");
};

/** Columns of Ingresses. */
export const ingressColumns: readonly Column<Ingress>[] = [
  nameColumn,
  text("Class", ({ spec }) => spec.ingressClassName ?? "<none>"),
  text("Hosts", hostsText),
  text("Address", ({ status }) => ingressAddresses(status?.loadBalancer)),
  text("Ports", ({ spec }) => ((spec.tls ?? []).length > 0 ? "80, 443" : "80")),
  ageColumn,
];

/** Columns of NetworkPolicies. */
export const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  nameColumn,
  text("Pod-Selector", ({ spec }) => formatLabelSelector(spec.podSelector) || "<none>"),
  ageColumn,
];
