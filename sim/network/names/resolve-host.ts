import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects, resourceRevision } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import type { Caller, LookupFailure } from "../connections/connection.ts";
import { isAddress } from "../connections/network-policy.ts";
import { podByIP, podNamed, slicesOf } from "../network-index.ts";
import { type Corefile, deniesName } from "./corefile.ts";

/** Result of a look-up: addresses with the full name that was found, or the reason of the failure. */
export type Resolution =
  | { readonly kind: "addresses"; readonly name: string; readonly addresses: readonly string[] }
  | { readonly kind: "failed"; readonly why: LookupFailure; readonly server?: string };

/** Says whether a resolver answers this caller: a question for the network itself, so it is handed in. */
export type ReachServer = (server: string) => ReachedServer;

/** A resolver that answers, by the configuration of the one that was reached where that is known; or how it does not. */
export type ReachedServer =
  | { readonly kind: "answers"; readonly corefile?: Corefile | undefined }
  | { readonly kind: "server-refused" | "server-timeout" };

/**
 * Resolves a host name as the caller's resolver would: hosts file, then the name servers of its dnsPolicy with the
 * search domains (ndots 5).
 */
export const resolveHost = (world: World, caller: Caller, host: string, reachServer: ReachServer): Resolution => {
  if (isAddress(host)) return { kind: "addresses", name: host, addresses: [host] };
  const pod = caller.podName === undefined ? undefined : podNamed(world, caller.namespace, caller.podName);
  const known = hostsFileEntry(pod, caller, host);
  if (known !== undefined) return { kind: "addresses", name: host, addresses: [known] };
  const { servers, searches } = resolverOf(world, pod, caller);
  const [server] = servers;
  if (server === undefined) return { kind: "failed", why: "nxdomain" };
  const reached = reachServer(server);
  if (reached.kind !== "answers") return { kind: "failed", why: reached.kind, server };
  if (isClusterDns(world, server)) {
    const found = lookUpFirst(world, candidates(host, searches), reached.corefile);
    if (found !== undefined) return found;
  }
  return { kind: "failed", why: "nxdomain", server };
};

/** The address of the cluster's name server, as resolv.conf has it; undefined when there is no such Service. */
export const clusterDnsAddress = (world: World): string | undefined =>
  getObject<Service>(world, "services", "kube-system", "kube-dns")?.spec.clusterIP;

/** The search domains of a pod in a namespace. */
export const searchDomains = (namespace: string): readonly string[] => [`${namespace}.svc.${ZONE}`, `svc.${ZONE}`, ZONE];

/** The name servers and search domains of a caller. */
export const resolverOf = (
  world: World,
  pod: Pod | undefined,
  caller: Caller,
): { readonly servers: readonly string[]; readonly searches: readonly string[] } => {
  const { dnsPolicy = "ClusterFirst", dnsConfig, hostNetwork } = pod?.spec ?? {};
  const extra = { servers: dnsConfig?.nameservers ?? [], searches: dnsConfig?.searches ?? [] };
  if (dnsPolicy === "None") return extra;
  const usesHost = dnsPolicy === "Default" || (hostNetwork === true && dnsPolicy === "ClusterFirst");
  const cluster = usesHost ? HOST_RESOLVER : clusterDnsAddress(world);
  const searches = usesHost || caller.namespace === "" ? [] : searchDomains(caller.namespace);
  return { servers: [...(cluster === undefined ? [] : [cluster]), ...extra.servers], searches: [...searches, ...extra.searches] };
};

/** The resolver that nodes use; it knows nothing of the cluster. */
export const HOST_RESOLVER = "172.18.0.1";

const ZONE = "cluster.local";
const NDOTS = 5;

/** The address that a pod's hosts file gives to a name: later lines win. */
const hostsFileEntry = (pod: Pod | undefined, { podIP }: Caller, host: string): string | undefined => {
  let found = host === "localhost" ? "127.0.0.1" : undefined;
  if (pod === undefined) return found;
  if (podIP !== undefined && host === (pod.spec.hostname ?? pod.metadata.name)) found = podIP;
  for (const { ip, hostnames } of pod.spec.hostAliases ?? []) if (hostnames?.includes(host) === true) found = ip;
  return found;
};

/** The cluster's DNS answers on its Service's address and on those of its pods. */
const isClusterDns = (world: World, server: string): boolean =>
  server === clusterDnsAddress(world) || podByIP(world, server)?.metadata.labels?.["k8s-app"] === "kube-dns";

const lookUpFirst = (world: World, names: Iterable<string>, corefile: Corefile | undefined): Resolution | undefined => {
  for (const name of names) {
    if (corefile !== undefined && deniesName(corefile, name)) continue;
    const addresses = lookUp(world, name);
    if (addresses !== undefined && addresses.length > 0) return { kind: "addresses", name, addresses };
  }
  return undefined;
};

/** The absolute names that a host name may mean, likeliest first. */
function* candidates(host: string, searches: readonly string[]): Generator<string> {
  if (host.endsWith(".")) {
    yield host.slice(0, -1);
    return;
  }
  const isAbsolute = host.split(".").length - 1 >= NDOTS;
  if (isAbsolute) yield host;
  for (const domain of searches) yield `${host}.${domain}`;
  if (!isAbsolute) yield host;
}

/** Addresses of an absolute name; undefined: NXDOMAIN. */
const lookUp = (world: World, name: string, depth = 0): readonly string[] | undefined =>
  clusterNames(world).get(name) ?? lookUpRecord(world, name, depth);

/** Names of Services with a cluster IP, which most look-ups ask for. */
const clusterNames = (world: World): ReadonlyMap<string, readonly string[]> =>
  world.memo("network/cluster-names", resourceRevision(world, "services"), () => {
    const names = new Map<string, readonly string[]>();
    for (const { metadata, spec } of listObjects<Service>(world, "services")) {
      const isOwn = spec.type !== "ExternalName" && spec.clusterIP !== undefined && spec.clusterIP !== "None";
      if (isOwn) names.set(`${metadata.name}.${metadata.namespace}.svc.${ZONE}`, [spec.clusterIP as string]);
    }
    return names;
  });

const lookUpRecord = (world: World, name: string, depth: number): readonly string[] | undefined => {
  const labels = name.endsWith(`.${ZONE}`) ? name.slice(0, -ZONE.length - 1).split(".") : [];
  const [type, namespace, service, host, ...rest] = labels.reverse();
  if (namespace === undefined || service === undefined || rest.length > 0) return undefined;
  if (type === "pod" && host === undefined) return podRecord(world, namespace, service);
  if (type !== "svc") return undefined;
  const found = getObject<Service>(world, "services", namespace, service);
  if (found === undefined) return undefined;
  if (found.spec.type === "ExternalName")
    return host === undefined && depth < CNAME_DEPTH_MAX ? lookUp(world, found.spec.externalName ?? "", depth + 1) : undefined;
  if (found.spec.clusterIP !== "None") return host === undefined && found.spec.clusterIP !== undefined ? [found.spec.clusterIP] : undefined;
  return headlessRecords(world, namespace, service, host);
};

const CNAME_DEPTH_MAX = 8;

/** `10-244-1-5.shop.pod.cluster.local`. */
const podRecord = (world: World, namespace: string, dashed: string): readonly string[] | undefined => {
  const ip = dashed.replaceAll("-", ".");
  return podByIP(world, ip)?.metadata.namespace === namespace ? [ip] : undefined;
};

const headlessRecords = (world: World, namespace: string, service: string, hostname: string | undefined): readonly string[] | undefined => {
  const endpoints = slicesOf(world, namespace, service).flatMap((slice) => slice.endpoints ?? []);
  const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false);
  const named =
    hostname === undefined
      ? ready
      : ready.filter((endpoint) => endpoint.hostname === hostname || endpoint.addresses[0]?.replaceAll(".", "-") === hostname);
  return named.length === 0 ? undefined : named.flatMap(({ addresses }) => addresses);
};
