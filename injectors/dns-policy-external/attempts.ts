import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { searchesOf } from "./resolver.ts";

interface Params {
  readonly target: string;
  readonly nameservers: readonly string[];
}

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => {
  const server = baselineObject<Service>(baseline, "services", "kube-dns", "kube-system")?.spec.clusterIP;
  return [
    rollBack(target),
    replaceByChart(baseline, target),
    { name: "set the policy alone", calls: [patchPod(target, { dnsPolicy: "ClusterFirst" })] },
    ...(server === undefined
      ? []
      : [
          {
            name: "name the cluster's server and search domains",
            calls: [patchPod(target, { dnsConfig: { nameservers: [server], searches: searchesOf(baseline.namespace) } })],
          },
        ]),
  ];
};

export const rejects = ({ target, nameservers }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "ask another public server", calls: [patchPod(target, { dnsConfig: { nameservers: ["9.9.9.9"] } })] },
  { name: "ask the node's server", calls: [patchPod(target, { dnsPolicy: "Default", dnsConfig: null })] },
  {
    name: "add the search domains alone",
    calls: [patchPod(target, { dnsConfig: { nameservers, searches: searchesOf(baseline.namespace) } })],
  },
  { name: "give the addresses by host aliases", calls: [patchPod(target, { hostAliases: hostAliases(baseline, target) })] },
  { name: "restart the name servers", calls: [kubectl("-n kube-system rollout restart deployment/coredns")] },
];

const patchPod = (target: string, spec: object): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec } } })}'`);

/** Addresses of the Services that a workload calls by name. */
const hostAliases = (baseline: Baseline, target: string) => {
  const callees = new Set(baseline.app.components.filter(({ dnsCallers }) => dnsCallers.includes(nameOf(target))).map(({ name }) => name));
  return (ownObjects(baseline, "services") as readonly Service[])
    .filter(({ metadata, spec }) => callees.has(metadata.name) && spec.clusterIP !== undefined && spec.clusterIP !== "None")
    .map(({ metadata, spec }) => ({ ip: spec.clusterIP, hostnames: [metadata.name] }));
};
