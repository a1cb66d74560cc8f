import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Namespace of the cluster's name server, and the name of its Deployment and ConfigMap, as kubeadm writes them. */
export const DNS = Object.freeze({ name: "coredns", namespace: "kube-system" });

/** Types of queries that a stanza can answer so that no address is found. */
export const ADDRESS_TYPES = ["A", "ANY"] as const;

/** Corefile as recorded in the baseline. */
export const baselineCorefile = (baseline: Baseline): string =>
  baselineObject<ConfigMap>(baseline, "configmaps", DNS.name, DNS.namespace)?.data?.["Corefile"] ?? "";

/** Corefile as it is now; undefined: there is none. */
export const presentCorefile = async (view: ClusterView): Promise<string | undefined> =>
  (await getObject<ConfigMap>(view, { resource: "configmaps", namespace: DNS.namespace, name: DNS.name }))?.data?.["Corefile"];

/** Call that writes the Corefile. */
export const writeCorefile = (corefile: string): ToolCall =>
  kubectl(`-n ${DNS.namespace} patch configmap ${DNS.name} --type=merge -p '${JSON.stringify({ data: { Corefile: corefile } })}'`);

/** Call that restarts the name servers, which read the Corefile as they start. */
export const restartServers = kubectl(`-n ${DNS.namespace} rollout restart deployment/${DNS.name}`);

/** A zone whose names a stanza of the plugin `template` denies. */
export interface DeniedZone {
  readonly zone: string;
  readonly type: string;
}

/** The Corefile with stanzas that deny zones, before the plugin that knows the cluster's names; undefined: it has no such plugin. */
export const denyZones = (corefile: string, zones: readonly DeniedZone[]): string | undefined => {
  const stanzas = zones.map(({ zone, type }) => `    template IN ${type} ${zone} {\n       rcode NXDOMAIN\n    }\n`);
  return KUBERNETES_PLUGIN.test(corefile) ? corefile.replace(KUBERNETES_PLUGIN, (plugin) => stanzas.join("") + plugin) : undefined;
};

const KUBERNETES_PLUGIN = /^[ \t]*kubernetes[ \t]/m;
