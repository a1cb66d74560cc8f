import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { TruthPair } from "#core/truth.ts";
import { type Baseline, baselineObject, ownObjects } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { judgeWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { baselineCorefile, type DeniedZone, DNS, denyZones, presentCorefile, restartServers, writeCorefile } from "./corefile.ts";
import type { Place, Symptom } from "./injector.ts";

/** Lets the name servers deny a zone, and restarts them. */
export const denyZone = async (cluster: ClusterPort, denied: DeniedZone): Promise<void> => {
  const corefile = denyZones((await presentCorefile(cluster)) ?? "", [denied]);
  if (corefile === undefined) throw new Error(`the Corefile in ${DNS.namespace}/${DNS.name} has no kubernetes plugin`);
  await patchObject(cluster, {
    resource: "configmaps",
    namespace: DNS.namespace,
    name: DNS.name,
    patchType: "merge",
    patch: { data: { Corefile: corefile } },
  });
  await recyclePods(cluster, DNS.namespace, `deployment/${DNS.name}`);
};

/** Truth of a fault in the Corefile. */
export const corefileTruth = (faultType: string): readonly TruthPair[] => [
  {
    resource: `configmap/${DNS.namespace}/${DNS.name}`,
    faultType,
    catalogueType: "dns-override",
    alsoNamed: [
      `configmap/${DNS.name}`,
      `deployment/${DNS.name}`,
      `deployment/${DNS.namespace}/${DNS.name}`,
      `service/${DNS.namespace}/kube-dns`,
    ],
  },
];

/** Repairs of a fault in the Corefile. */
export const restoreCorefile = (baseline: Baseline): readonly (readonly ToolCall[])[] => {
  const data = { Corefile: baselineCorefile(baseline) };
  const manifest = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: DNS, data });
  return [
    [writeCorefile(data.Corefile), restartServers],
    [kubectl("replace -f -", manifest), kubectl(`-n ${DNS.namespace} delete pods -l k8s-app=kube-dns`)],
  ];
};

/** Check that as many name servers run as before. */
export const serversRun = (baseline: Baseline): Check => ({
  name: "name-servers-run",
  group: "service-restored",
  weight: 1,
  judge: (view) =>
    judgeWorkload(view, {
      namespace: DNS.namespace,
      target: `deployment/${DNS.name}`,
      replicasMin: baselineObject<Workload>(baseline, "deployments.apps", DNS.name, DNS.namespace)?.spec.replicas ?? 1,
    }),
});

/** Checks the Corefile itself: callers that get the address in another way leave the faulty line in place. */
export const judgeCorefile = async (view: ClusterView, isFaulty: (line: string) => boolean): Promise<Finding> => {
  const corefile = await presentCorefile(view);
  if (corefile === undefined) return { held: false, evidence: "there is no Corefile" };
  const line = corefile.split("\n").find((candidate) => !candidate.trim().startsWith("#") && isFaulty(candidate));
  return { held: line === undefined, evidence: line === undefined ? "the Corefile does not mention the name" : line.trim() };
};

/** Check that the names of a few Services other than one resolve. */
export const otherNamesResolve = (baseline: Baseline, service: string): Check => ({
  name: "other-names-resolve",
  group: "nothing-lost",
  weight: 1,
  judge: (view) => judgeOtherNames(view, baseline, service),
});

const judgeOtherNames = async (view: ClusterView, baseline: Baseline, service: string): Promise<Finding> => {
  const before = baselineCorefile(baseline);
  // A name outside the cluster is not the cluster's to give, and some names of what nobody calls were denied before.
  const others = (ownObjects(baseline, "services") as readonly Service[]).filter(
    ({ metadata, spec }) =>
      metadata.name !== nameOf(service) && spec.type !== "ExternalName" && !before.includes(`${metadata.name}.${baseline.namespace}.`),
  );
  for (const { metadata, spec } of others.slice(0, NAMES_ASKED_MAX)) {
    const result = await view.probe({ from: { namespace: baseline.namespace }, host: metadata.name, port: spec.ports?.[0]?.port ?? 80 });
    if (result.kind === "no-such-host") return { held: false, evidence: `${metadata.name}: ${result.detail}` };
  }
  return { held: true, evidence: `${Math.min(others.length, NAMES_ASKED_MAX)} other names resolve` };
};

/** One server answers for all names of a zone, so a few speak for the rest. */
const NAMES_ASKED_MAX = 3;

/** The name of a Service does not resolve. */
export const noSuchHost = ({ service, port }: { readonly service: string; readonly port: number }, { namespace }: Place): Symptom => ({
  name: "no-such-host",
  isSeen: async (view) => (await view.probe({ from: { namespace }, host: nameOf(service), port })).kind === "no-such-host",
});
