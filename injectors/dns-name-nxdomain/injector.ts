import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { ADDRESS_TYPES, DNS } from "../corefile.ts";
import { corefileAccepts, corefileRejects } from "../corefile-attempts.ts";
import { corefileTruth, denyZone, judgeCorefile, noSuchHost, otherNamesResolve, restoreCorefile, serversRun } from "../corefile-fault.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly service: string;
  readonly port: number;
  readonly type: (typeof ADDRESS_TYPES)[number];
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
    type: z.enum(ADDRESS_TYPES),
    server: z.string().min(1),
  }),
  targets: async (view, place) => await listServices(view, place, { areChanged: false }),
  sample: (rng, { resource, facts }) => ({
    service: resource,
    port: facts["port"] as number,
    type: rng.pick(ADDRESS_TYPES),
    server: `deployment/${DNS.namespace}/${DNS.name}`,
  }),
  inject: async (cluster, { service, type }, { namespace }) =>
    await denyZone(cluster, { zone: `${nameOf(service)}.${namespace}.svc.cluster.local`, type }),
  truth: () => corefileTruth("dns-name-nxdomain"),
  oracle: ({ service, port }, baseline) => ({
    checks: [
      defectGone("name-leads-to-service", (view) => judgeConnect(view, { namespace: baseline.namespace, service: nameOf(service), port })),
      writtenDefectGone("name-not-denied", (view) =>
        judgeCorefile(view, (line) => line.includes(`${nameOf(service)}.${baseline.namespace}.`)),
      ),
      otherNamesResolve(baseline, service),
      serversRun(baseline),
    ],
    trials: [],
  }),
  solve: (_params, baseline) => restoreCorefile(baseline),
  accepts: (_params, baseline) => corefileAccepts(baseline),
  rejects: ({ service }, baseline) => corefileRejects(service, baseline),
  evidence: ({ service }, { namespace }) => [
    {
      look: kubectl(`describe configmap ${DNS.name} -n ${DNS.namespace}`),
      shows: [describedAs(DNS.name), `template IN \\w+ ${literal(nameOf(service))}\\.${literal(namespace)}\\.[^}]*NXDOMAIN`],
      says: `the Corefile answers NXDOMAIN for ${nameOf(service)}.${namespace}`,
    },
  ],
  symptoms: (params, place) => [noSuchHost(params, place)],
});
