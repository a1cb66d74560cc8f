import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject, ownObjects } from "#kube/app/baseline.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import { judgeWorkload, type Workload } from "#kube/checks/workload.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { baselineCorefile, DNS, writeCorefile } from "./corefile.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly service: string;
  readonly port: number;
  readonly type: "A" | "ANY";
  /** Deployment of the name server, which is restarted to read the configuration. */
  readonly server: string;
}

export default defineInjector<Params>({
  id: "dns-name-nxdomain",
  version: 1,
  title: "The cluster's DNS denies the name of a Service",
  catalogueType: "dns-override",
  layer: "network",
  scope: "cluster",
  family: "name-resolution",
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({
    service: objectRef("service"),
    port: z.number().int().min(1).max(65_535),
    type: z.enum(["A", "ANY"]),
    server: z.string().min(1),
  }),
  targets: async (view, place) => await listServices(view, place, { areChanged: false }),
  sample: (rng, { resource, facts }) => ({
    service: resource,
    port: facts["port"] as number,
    type: rng.pick(["A", "ANY"] as const),
    server: `deployment/${DNS.namespace}/${DNS.name}`,
  }),
  inject: async (cluster, { service, type }, { namespace }) => {
    const config = await getObject<ConfigMap>(cluster, { resource: "configmaps", namespace: DNS.namespace, name: DNS.name });
    const corefile = config?.data?.["Corefile"] ?? "";
    if (!KUBERNETES_PLUGIN.test(corefile)) throw new Error(`the Corefile in ${DNS.namespace}/${DNS.name} has no kubernetes plugin`);
    const stanza = `    template IN ${type} ${nameOf(service)}.${namespace}.svc.cluster.local {\n       rcode NXDOMAIN\n    }\n`;
    const data = { Corefile: corefile.replace(KUBERNETES_PLUGIN, (plugin) => stanza + plugin) };
    await patchObject(cluster, { resource: "configmaps", namespace: DNS.namespace, name: DNS.name, patchType: "merge", patch: { data } });
    await recyclePods(cluster, DNS.namespace, `deployment/${DNS.name}`);
  },
  truth: () => [
    {
      resource: `configmap/${DNS.namespace}/${DNS.name}`,
      faultType: "dns-name-nxdomain",
      catalogueType: "dns-override",
      alsoNamed: [
        `configmap/${DNS.name}`,
        `deployment/${DNS.name}`,
        `deployment/${DNS.namespace}/${DNS.name}`,
        `service/${DNS.namespace}/kube-dns`,
      ],
    },
  ],
  oracle: ({ service, port }, baseline) => ({
    checks: [
      defectGone("name-leads-to-service", (view) => judgeConnect(view, { namespace: baseline.namespace, service: nameOf(service), port })),
      writtenDefectGone("name-not-denied", (view) => judgeCorefile(view, baseline, service)),
      { name: "other-names-resolve", group: "nothing-lost", weight: 1, judge: (view) => judgeOtherNames(view, baseline, service) },
      {
        name: "name-servers-run",
        group: "service-restored",
        weight: 1,
        judge: (view) =>
          judgeWorkload(view, { namespace: DNS.namespace, target: `deployment/${DNS.name}`, replicasMin: serversOf(baseline) }),
      },
    ],
    trials: [],
  }),
  solve: (_params, baseline) => {
    const data = { Corefile: baselineCorefile(baseline) };
    const manifest = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: DNS, data });
    return [
      [writeCorefile(data.Corefile), kubectl(`-n ${DNS.namespace} rollout restart deployment/${DNS.name}`)],
      [kubectl("replace -f -", manifest), kubectl(`-n ${DNS.namespace} delete pods -l k8s-app=kube-dns`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ service }, { namespace }) => [
    {
      look: kubectl(`describe configmap ${DNS.name} -n ${DNS.namespace}`),
      shows: [describedAs(DNS.name), `template IN \\w+ ${literal(nameOf(service))}\\.${literal(namespace)}\\.[^}]*NXDOMAIN`],
      says: `the Corefile answers NXDOMAIN for ${nameOf(service)}.${namespace}`,
    },
  ],
  symptoms: ({ service, port }, { namespace }) => [
    {
      name: "no-such-host",
      isSeen: async (view) => (await view.probe({ from: { namespace }, host: nameOf(service), port })).kind === "no-such-host",
    },
  ],
});

const KUBERNETES_PLUGIN = /^[ \t]*kubernetes[ \t]/m;

const serversOf = (baseline: Baseline): number =>
  baselineObject<Workload>(baseline, "deployments.apps", DNS.name, DNS.namespace)?.spec.replicas ?? 1;

/** Checks the Corefile itself: callers that get the address in another way leave the faulty line in place. */
const judgeCorefile = async (view: ClusterView, { namespace }: Baseline, service: string): Promise<Finding> => {
  const corefile = (await getObject<ConfigMap>(view, { resource: "configmaps", namespace: DNS.namespace, name: DNS.name }))?.data?.[
    "Corefile"
  ];
  if (corefile === undefined) return { held: false, evidence: "there is no Corefile" };
  const line = corefile
    .split("\n")
    .find((candidate) => !candidate.trim().startsWith("#") && candidate.includes(`${nameOf(service)}.${namespace}.`));
  return { held: line === undefined, evidence: line === undefined ? "the Corefile does not mention the name" : line.trim() };
};

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
