import type { Rng } from "#core/rng.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import type { PodSpec } from "#kube/types/pod.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Draws a public resolver with its second address, or without. */
export const externalResolver = (rng: Rng): readonly string[] => {
  const servers = rng.stream("resolver").pick(RESOLVERS);
  return rng.stream("both").chance({ numerator: 1, denominator: 2 }) ? servers : servers.slice(0, 1);
};

const RESOLVERS: readonly (readonly string[])[] = [
  ["8.8.8.8", "8.8.4.4"],
  ["1.1.1.1", "1.0.0.1"],
];

/** Search domains with which names of a namespace's Services are found, as the kubelet writes them for `ClusterFirst`. */
export const searchesOf = (namespace: string): readonly string[] => [
  `${namespace}.svc.cluster.local`,
  "svc.cluster.local",
  "cluster.local",
];

/** Holds if the pods of a workload's template ask the cluster's name server first, and find the namespace's Services by their bare names. */
export const judgeResolver = async (view: ClusterView, namespace: string, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const cluster = (await getObject<Service>(view, { resource: "services", namespace: "kube-system", name: "kube-dns" }))?.spec.clusterIP;
  const why = whyElsewhere(workload.spec.template.spec, cluster, namespace);
  return { held: why === undefined, evidence: `${target} ${why ?? "asks the cluster's name server"}` };
};

/** Reason why a pod's look-ups do not reach the cluster's names; undefined: they do. */
const whyElsewhere = (
  { dnsPolicy = "ClusterFirst", dnsConfig, hostNetwork }: PodSpec,
  cluster: string | undefined,
  namespace: string,
): string | undefined => {
  if (dnsPolicy === "ClusterFirstWithHostNet" || (dnsPolicy === "ClusterFirst" && hostNetwork !== true)) return undefined;
  if (dnsPolicy !== "None") return "asks the node's name server";
  // The second server is asked only where the first is silent.
  const [server = "none"] = dnsConfig?.nameservers ?? [];
  if (server !== cluster) return `asks ${server}`;
  return dnsConfig?.searches?.includes(searchesOf(namespace)[0] ?? "") === true ? undefined : "lacks the namespace's search domain";
};
