import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeServiceBacked } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { refusedWithEndpoints } from "../refused-service.ts";
import { deleteSlice, sliceName, workloadBehind } from "../written-slice.ts";
import { accepts, rejects } from "./attempts.ts";
import { judgeSelects, type Params, selectorBefore, writeEndpoints } from "./hand-made.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "manual-endpoints-stale",
  version: 1,
  title: "A Service has the address of a pod that is gone",
  catalogueType: "endpoint-stale",
  layer: "network",
  scope: "namespace",
  family: "endpoints",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), port: z.int().min(1).max(65_535), slice: objectRef("endpointslice") }),
  targets: async (view, place) => {
    const { targets, excluded } = await listServices(view, place, { areChanged: true });
    const isStore = ({ resource }: { readonly resource: string }) => {
      const role = componentOf(place.app, resource)?.role;
      return role === "store" || role === "cache";
    };
    return {
      targets: targets.filter(isStore),
      excluded: [
        ...excluded,
        ...targets
          .filter((target) => !isStore(target))
          .map(({ resource }) => ({ resource, reason: "nobody writes down where it is: it is no store" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    service: resource,
    port: Number(facts["port"]),
    slice: sliceName(rng.stream("slice"), nameOf(resource)),
  }),
  inject: async (cluster, params, place) => {
    await writeEndpoints(cluster, params, place.namespace);
    await recyclePods(cluster, place.namespace, workloadBehind(place.app, params.service));
  },
  truth: ({ service, slice }) => [
    {
      resource: service,
      faultType: "manual-endpoints-stale",
      catalogueType: "endpoint-stale",
      alsoNamed: [slice],
    },
  ],
  oracle: ({ service }, baseline) => ({
    checks: [
      defectGone("service-keeps-its-pods", (view) =>
        judgeServiceBacked(view, {
          namespace: baseline.namespace,
          service: nameOf(service),
          workload: nameOf(workloadBehind(baseline.app, service)),
        }),
      ),
      writtenDefectGone("selects-its-pods", (view) => judgeSelects(view, baseline.namespace, service)),
    ],
    trials: [],
  }),
  solve: (params, baseline) => {
    const looks = [kubectl("get pods --show-labels"), kubectl("get endpointslices")];
    const selector = JSON.stringify({ spec: { selector: selectorBefore(baseline, params.service) } });
    const select = kubectl(`patch ${params.service} --type=merge -p '${selector}'`);
    return [
      [...looks, select, deleteSlice(params)],
      [...looks, deleteSlice(params), select],
    ];
  },
  accepts,
  rejects,
  evidence: ({ service, slice }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), "^Selector: *<none>$"],
      says: `${service} has no selector, so that nothing keeps its endpoints`,
    },
    {
      look: kubectl("get endpointslices"),
      shows: [`^${literal(nameOf(slice))} `],
      says: `${nameOf(slice)} holds its endpoint, which somebody wrote`,
    },
  ],
  symptoms: (params, place) => [refusedWithEndpoints(params, place)],
});
