import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { ADDRESS_TYPES, DNS } from "../corefile.ts";
import { corefileAccepts } from "../corefile-attempts.ts";
import { corefileTruth, denyZone, judgeCorefile, noSuchHost, otherNamesResolve, restoreCorefile, serversRun } from "../corefile-fault.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";
import { isNewLineOfZone, REACHES, type ZoneParams, zoneOf } from "./zone.ts";

export default defineInjector<ZoneParams>({
  id: "dns-zone-nxdomain",
  version: 1,
  title: "The cluster's DNS denies the names of all Services",
  catalogueType: "dns-override",
  layer: "network",
  scope: "cluster",
  family: "name-resolution",
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({
    reach: z.enum(REACHES),
    type: z.enum(ADDRESS_TYPES),
    service: objectRef("service"),
    port: z.number().int().min(1).max(65_535),
    server: z.string().min(1),
  }),
  targets: async (view, place) => {
    const { targets } = await listServices(view, place, { areChanged: false });
    // The names of all are denied at once: one whose callers users notice stands for them.
    const noticed = targets.find(({ visible }) => visible) ?? targets[0];
    const resource = `configmap/${DNS.namespace}/${DNS.name}`;
    if (noticed === undefined)
      return { targets: [], excluded: [{ resource, reason: "nobody finds a component by the name of a Service" }] };
    const { resource: service, facts } = noticed;
    return { targets: [{ resource, visible: noticed.visible, facts: { ...facts, service } }], excluded: [] };
  },
  sample: (rng, { facts }) => ({
    reach: rng.pick(REACHES),
    type: rng.pick(ADDRESS_TYPES),
    service: `${facts["service"]}`,
    port: facts["port"] as number,
    server: `deployment/${DNS.namespace}/${DNS.name}`,
  }),
  inject: async (cluster, { reach, type }, { namespace }) => await denyZone(cluster, { zone: zoneOf(reach, namespace), type }),
  truth: () => corefileTruth("dns-zone-nxdomain"),
  oracle: ({ service, port }, baseline) => ({
    checks: [
      defectGone("name-leads-to-service", (view) => judgeConnect(view, { namespace: baseline.namespace, service: nameOf(service), port })),
      writtenDefectGone("no-name-denied", (view) => judgeCorefile(view, isNewLineOfZone(baseline))),
      otherNamesResolve(baseline, service),
      serversRun(baseline),
    ],
    trials: [],
  }),
  solve: (_params, baseline) => restoreCorefile(baseline),
  accepts: (_params, baseline) => corefileAccepts(baseline),
  rejects,
  evidence: ({ reach }, { namespace }) => [
    {
      look: kubectl(`describe configmap ${DNS.name} -n ${DNS.namespace}`),
      shows: [describedAs(DNS.name), `template IN \\w+ ${literal(zoneOf(reach, namespace))}[^}]*NXDOMAIN`],
      says: `the Corefile answers NXDOMAIN for every name of ${zoneOf(reach, namespace)}`,
    },
  ],
  symptoms: (params, place) => [noSuchHost(params, place)],
});
