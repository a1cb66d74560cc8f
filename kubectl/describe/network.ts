import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import { labelsText } from "#kube/table/column.ts";
import type {
  EndpointSlice,
  Endpoints,
  Ingress,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  Service,
} from "#kube/types/network.ts";
import type { Session } from "../session/session.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { selectorText } from "./selector-text.ts";
import type { DescribeWriter } from "./writer.ts";

const SLICES = findResource("endpointslices") as ResourceRow;

const slicesOf = (session: Session, namespace: string | undefined, service: string): Promise<readonly EndpointSlice[]> =>
  session.list<EndpointSlice>(SLICES, namespace, { labelSelector: `kubernetes.io/service-name=${service}` });

const ENDPOINTS_SHOWN = 3;

/** Renders the ready addresses of one named port: `10.0.0.1:80,10.0.0.2:80 + 4 more...`. */
const endpointsText = (slices: readonly EndpointSlice[], portName: string): string => {
  if (slices.length === 0) return "<none>";
  const all = slices.flatMap(({ ports, endpoints }) =>
    portsNamed(ports ?? [], portName).flatMap((port) => socketsOf(endpoints ?? [], port)),
  );
  const ready = all.filter((socket) => socket !== undefined);
  const shown = ready.slice(0, ENDPOINTS_SHOWN);
  // What comes after a full list is announced, even if none of it is ready.
  const isCut = shown.length === ENDPOINTS_SHOWN && all.indexOf(shown.at(-1)) < all.length - 1;
  return isCut ? `${shown.join(",")} + ${ready.length - ENDPOINTS_SHOWN} more...` : shown.join(",");
};

/** Ports with a name; a slice without ports stands for the addresses alone. */
const portsNamed = (ports: NonNullable<EndpointSlice["ports"]>, name: string): readonly (number | undefined)[] =>
  ports.length === 0 ? [undefined] : ports.filter((port) => (port.name ?? "") === name).map(({ port }) => port);

/** Addresses with port of the endpoints; undefined where one is not ready. */
const socketsOf = (endpoints: NonNullable<EndpointSlice["endpoints"]>, port: number | undefined): readonly (string | undefined)[] =>
  endpoints.map(({ addresses: [address = ""], conditions }) => {
    if (conditions?.ready === false) return undefined;
    return port === undefined ? address : `${address.includes(":") ? `[${address}]` : address}:${port}`;
  });

/** Describes a Service with its endpoints. */
export const describeService = async (context: DescribeContext): Promise<void> => {
  const { writer, session } = context;
  const { metadata, spec, status } = context.object as unknown as Service;
  const slices = await slicesOf(session, metadata.namespace, metadata.name);
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Selector:\t${labelsText(spec.selector)}`);
  writer.line(0, `Type:\t${spec.type ?? "ClusterIP"}`);
  if (spec.ipFamilyPolicy) writer.line(0, `IP Family Policy:\t${spec.ipFamilyPolicy}`);
  writer.line(0, `IP Families:\t${(spec.ipFamilies ?? []).join(",") || "<none>"}`);
  writer.line(0, `IP:\t${spec.clusterIP ?? ""}`);
  writer.line(0, `IPs:\t${(spec.clusterIPs ?? []).join(",") || "<none>"}`);
  if ((spec.externalIPs ?? []).length > 0) writer.line(0, `External IPs:\t${spec.externalIPs?.join(",")}`);
  const { loadBalancerIP, healthCheckNodePort, loadBalancerSourceRanges = [], trafficDistribution } = spec as BalancerFields;
  if (loadBalancerIP) writer.line(0, `Desired LoadBalancer IP:\t${loadBalancerIP}`);
  if (spec.externalName) writer.line(0, `External Name:\t${spec.externalName}`);
  const ingress = (status?.loadBalancer as { ingress?: readonly BalancerIngress[] } | undefined)?.ingress ?? [];
  if (ingress.length > 0) writer.line(0, `LoadBalancer Ingress:\t${ingress.map(ingressText).join(", ")}`);
  writePorts(writer, spec, slices);
  writer.line(0, `Session Affinity:\t${spec.sessionAffinity ?? ""}`);
  if (spec.externalTrafficPolicy) writer.line(0, `External Traffic Policy:\t${spec.externalTrafficPolicy}`);
  if (spec.internalTrafficPolicy) writer.line(0, `Internal Traffic Policy:\t${spec.internalTrafficPolicy}`);
  if (healthCheckNodePort) writer.line(0, `HealthCheck NodePort:\t${healthCheckNodePort}`);
  if (loadBalancerSourceRanges.length > 0) writer.line(0, `LoadBalancer Source Ranges:\t${loadBalancerSourceRanges.join(",")}`);
  if (trafficDistribution) writer.line(0, `Traffic Distribution:\t${trafficDistribution}`);
  await describeEvents(context);
};

interface BalancerIngress {
  readonly ip?: string;
  readonly ipMode?: string;
  readonly hostname?: string;
}

const ingressText = ({ ip, ipMode, hostname = "" }: BalancerIngress): string =>
  ip ? `${ip}${ipMode === undefined ? "" : ` (${ipMode})`}` : hostname;

interface BalancerFields {
  readonly loadBalancerIP?: string;
  readonly healthCheckNodePort?: number;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly trafficDistribution?: string;
}

const writePorts = (writer: DescribeWriter, spec: Service["spec"], slices: readonly EndpointSlice[]): void => {
  for (const port of spec.ports ?? []) {
    const name = port.name || "<unset>";
    const protocol = port.protocol ?? "TCP";
    writer.line(0, `Port:\t${name}\t${port.port}/${protocol}`);
    writer.line(0, `TargetPort:\t${port.targetPort ?? 0}/${protocol}`);
    if (port.nodePort) writer.line(0, `NodePort:\t${name}\t${port.nodePort}/${protocol}`);
    writer.line(0, `Endpoints:\t${endpointsText(slices, port.name ?? "")}`);
  }
};

/** Describes Endpoints. */
export const describeEndpoints = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, subsets } = context.object as unknown as Endpoints;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, "Subsets:");
  for (const subset of subsets ?? []) {
    writer.line(1, `Addresses:\t${(subset.addresses ?? []).map(({ ip }) => ip).join(",") || "<none>"}`);
    writer.line(1, `NotReadyAddresses:\t${(subset.notReadyAddresses ?? []).map(({ ip }) => ip).join(",") || "<none>"}`);
    if ((subset.ports ?? []).length > 0) {
      writer.raw("  Ports:\n    Name\tPort\tProtocol\n    ----\t----\t--------\n");
      for (const port of subset.ports ?? []) writer.line(2, `${port.name || "<unset>"}\t${port.port}\t${port.protocol ?? "TCP"}`);
    }
    writer.raw("\n");
  }
  await describeEvents(context);
};

/** Describes an EndpointSlice. */
export const describeEndpointSlice = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, addressType, ports, endpoints } = context.object as unknown as EndpointSlice;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `AddressType:\t${addressType}`);
  if ((ports ?? []).length === 0) writer.line(0, "Ports: <unset>");
  else {
    writer.raw("Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n");
    for (const port of ports ?? []) writer.line(1, `${port.name || "<unset>"}\t${port.port ?? "<unset>"}\t${port.protocol ?? "TCP"}`);
  }
  writer.line(0, (endpoints ?? []).length === 0 ? "Endpoints: <none>" : "Endpoints:");
  for (const endpoint of endpoints ?? []) {
    writer.line(1, `- Addresses:\t${endpoint.addresses.join(", ") || "<none>"}`);
    writer.line(2, "Conditions:");
    writer.line(3, `Ready:\t${endpoint.conditions?.ready ?? "<unset>"}`);
    writer.line(2, `Hostname:\t${endpoint.hostname ?? "<unset>"}`);
    if (endpoint.targetRef) writer.line(2, `TargetRef:\t${endpoint.targetRef.kind}/${endpoint.targetRef.name}`);
    writer.line(2, `NodeName:\t${endpoint.nodeName ?? "<unset>"}`);
    writer.line(2, `Zone:\t${(endpoint as { zone?: string }).zone ?? "<unset>"}`);
  }
  await describeEvents(context);
};

/** Describes an Ingress. */
export const describeIngress = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, spec, status } = context.object as unknown as Ingress;
  const addresses = ((status?.loadBalancer as { ingress?: readonly { ip?: string; hostname?: string }[] } | undefined)?.ingress ?? []).map(
    ({ ip, hostname }) => ip ?? hostname ?? "",
  );
  const fallback = spec.defaultBackend === undefined ? "<default>" : await backendText(context, spec.defaultBackend as Backend);
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels("Labels", metadata.labels);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Address:\t${addresses.sort().join(",")}`);
  writer.line(0, `Ingress Class:\t${spec.ingressClassName ?? "<none>"}`);
  writer.line(0, `Default backend:\t${fallback}`);
  if ((spec.tls ?? []).length > 0) writer.line(0, "TLS:");
  for (const { secretName, hosts } of spec.tls ?? [])
    writer.line(1, `${secretName ? `${secretName} terminates` : "SNI routes"} ${(hosts ?? []).join(",")}`);
  writer.raw("Rules:\n  Host\tPath\tBackends\n  ----\t----\t--------\n");
  const rules = (spec.rules ?? []).filter((rule) => rule.http !== undefined);
  for (const rule of rules) {
    writer.line(1, `${rule.host || "*"}\t`);
    for (const path of rule.http?.paths ?? []) writer.line(2, `\t${path.path ?? ""} \t${await backendText(context, path.backend)}`);
  }
  if (rules.length === 0) writer.line(1, `*\t*\t${fallback}`);
  writer.annotations("Annotations", metadata.annotations);
  await describeEvents(context);
};

interface Backend {
  readonly resource?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
  readonly service?: { readonly name: string; readonly port?: { readonly name?: string; readonly number?: number } };
}

const backendText = async ({ session, object }: DescribeContext, { service, resource }: Backend): Promise<string> => {
  if (service === undefined)
    return resource === undefined ? "" : `APIGroup: ${resource.apiGroup ?? "<none>"}, Kind: ${resource.kind}, Name: ${resource.name}`;
  const title = `${service.name}:${service.port?.number ?? service.port?.name ?? ""}`;
  const slices = await slicesOf(session, object.metadata.namespace, service.name);
  const response = await session.cluster.read({ path: `/api/v1/namespaces/${object.metadata.namespace}/services/${service.name}` });
  if (response.status !== 200) return `${title} (<error: ${(response.body as { message?: string }).message ?? ""}>)`;
  const ports = (response.body as Service).spec.ports ?? [];
  const port = ports.find((candidate) =>
    service.port?.number !== undefined ? candidate.port === service.port.number : candidate.name === service.port?.name,
  );
  return `${title} (${endpointsText(slices, port?.name ?? "")})`;
};

/** Describes a NetworkPolicy. It has no events section. */
export const describeNetworkPolicy = ({ writer, object }: DescribeContext): void => {
  const { metadata, spec } = object as unknown as NetworkPolicy;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Created on:\t${(metadata.creationTimestamp ?? "").replace("T", " ").replace("Z", "")} +0000 UTC`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, "Spec:");
  const selected = selectorText(spec.podSelector);
  writer.line(
    1,
    `PodSelector:     ${selected === "<none>" ? "<none> (Allowing the specific traffic to all pods in this namespace)" : selected}`,
  );
  const types = spec.policyTypes ?? [];
  writeDirection(writer, types.includes("Ingress"), {
    name: "ingress",
    peerLabel: "From",
    side: "source",
    rules: (spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports })),
  });
  writeDirection(writer, types.includes("Egress"), {
    name: "egress",
    peerLabel: "To",
    side: "destination",
    rules: (spec.egress ?? []).map(({ to, ports }) => ({ peers: to, ports })),
  });
  writer.line(1, `Policy Types: ${types.length === 0 ? "<none>" : types.join(", ")}`);
};

interface Direction {
  readonly name: string;
  readonly peerLabel: string;
  readonly side: string;
  readonly rules: readonly {
    readonly peers: readonly NetworkPolicyPeer[] | undefined;
    readonly ports: readonly NetworkPolicyPort[] | undefined;
  }[];
}

const writeDirection = (writer: DescribeWriter, isOn: boolean, { name, peerLabel, side, rules }: Direction): void => {
  if (!isOn) return writer.line(1, `Not affecting ${name} traffic`);
  writer.line(1, `Allowing ${name} traffic:`);
  if (rules.length === 0) return writer.line(2, `<none> (Selected pods are isolated for ${name} connectivity)`);
  rules.forEach(({ peers, ports }, index) => {
    if ((ports ?? []).length === 0) writer.line(2, "To Port: <any> (traffic allowed to all ports)");
    for (const port of ports ?? [])
      writer.line(
        2,
        port.endPort === undefined
          ? `To Port: ${port.port ?? "<nil>"}/${port.protocol ?? "TCP"}`
          : `To Port Range: ${port.port}-${port.endPort}/${port.protocol ?? "TCP"}`,
      );
    if ((peers ?? []).length === 0) writer.line(2, `${peerLabel}: <any> (traffic not restricted by ${side})`);
    for (const peer of peers ?? []) writePeer(writer, peerLabel, peer);
    if (index < rules.length - 1) writer.line(2, "----------");
  });
};

const writePeer = (writer: DescribeWriter, label: string, peer: NetworkPolicyPeer): void => {
  writer.line(2, `${label}:`);
  if (peer.namespaceSelector) writer.line(3, `NamespaceSelector: ${selectorText(peer.namespaceSelector)}`);
  if (peer.podSelector) writer.line(3, `PodSelector: ${selectorText(peer.podSelector)}`);
  if (!peer.ipBlock) return;
  writer.line(3, "IPBlock:");
  writer.line(4, `CIDR: ${peer.ipBlock.cidr}`);
  writer.line(4, `Except: ${(peer.ipBlock.except ?? []).join(", ")}`);
};
