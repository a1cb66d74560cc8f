import { z } from "zod";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { judgeServiceBacked } from "#kube/checks/service.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { type EndpointSlice, SLICE_MANAGED_BY } from "#kube/types/network.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector, type Place, type Symptom } from "../injector.ts";
import {
  copyEndpoints,
  deleteSlice,
  emptySlice,
  SERVICE,
  sliceName,
  slicesOf,
  type WrittenSlice,
  workloadBehind,
} from "../written-slice.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<WrittenSlice>({
  id: "endpointslice-stale-after-rollout",
  version: 1,
  title: "A Service has endpoints of pods that are gone beside its own",
  catalogueType: "endpoint-stale",
  layer: "network",
  scope: "namespace",
  family: "endpoints",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), slice: objectRef("endpointslice") }),
  targets: async (view, place) => {
    const { targets, excluded } = await listServices(view, place, { areChanged: false });
    const { load, operations } = place.app;
    const entries = new Set([load.service, ...operations.map(({ entry }) => entry?.service)]);
    return {
      // Programs keep connections, and open others until one is accepted; users come anew with each request.
      targets: targets.map((target) => ({ ...target, visible: target.visible && entries.has(nameOf(target.resource)) })),
      excluded,
    };
  },
  sample: (rng, { resource }) => ({ service: resource, slice: sliceName(rng.stream("slice"), nameOf(resource)) }),
  inject: async (cluster, params, { app, namespace }) => {
    await copyEndpoints(cluster, params, namespace);
    await recyclePods(cluster, namespace, workloadBehind(app, params.service));
  },
  truth: ({ service, slice }) => [
    { resource: service, faultType: "endpointslice-stale-after-rollout", catalogueType: "endpoint-stale", alsoNamed: [slice] },
  ],
  oracle: ({ service }, { app, namespace }) => ({
    checks: [
      defectGone("reaches-its-pods-alone", (view) =>
        judgeServiceBacked(view, { namespace, service: nameOf(service), workload: nameOf(workloadBehind(app, service)) }),
      ),
      writtenDefectGone("no-written-endpoints", (view) => judgeSlices(view, namespace, service)),
    ],
    trials: [],
  }),
  solve: (params) => [
    [lookAtSlices(params), deleteSlice(params)],
    [lookAtSlices(params), emptySlice(params)],
  ],
  accepts,
  rejects,
  evidence: (params) => [
    {
      look: lookAtSlices(params),
      shows: [`^${literal(nameOf(params.slice))} `],
      says: `${nameOf(params.slice)} adds endpoints to ${params.service} that no controller keeps`,
    },
  ],
  symptoms: (params, place) => [deadEndpoint(params, place)],
});

const lookAtSlices = ({ service }: WrittenSlice): ToolCall => kubectl(`get endpointslices -l ${SERVICE}=${nameOf(service)}`);

/** Holds if no slice that somebody wrote adds endpoints to a Service. */
const judgeSlices = async (view: ClusterView, namespace: string, service: string): Promise<Finding> => {
  const written = (await slicesOf(view, namespace, service)).find((slice) => isWritten(slice) && readyAddresses(slice).length > 0);
  return {
    held: written === undefined,
    evidence: written === undefined ? `nobody adds endpoints to ${service}` : `${written.metadata.name} adds endpoints to ${service}`,
  };
};

const isWritten = ({ metadata }: EndpointSlice): boolean => metadata.labels?.[SLICE_MANAGED_BY] !== "endpointslice-controller.k8s.io";

const readyAddresses = ({ endpoints }: EndpointSlice): readonly string[] =>
  (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false).flatMap(({ addresses }) => addresses);

/** Symptom that a Service has a ready pod, and beside it an endpoint that is the address of none. */
const deadEndpoint = ({ service, slice }: WrittenSlice, { app, namespace }: Place): Symptom => ({
  name: "dead-endpoint-beside",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, workloadBehind(app, service));
    const pods = workload === undefined ? [] : (await podsOf(view, workload)).filter(isPodReady);
    const own = new Set(pods.map(({ status }) => status?.podIP));
    const slices = await slicesOf(view, namespace, service);
    const written = slices.find(({ metadata }) => metadata.name === nameOf(slice));
    const kept = slices.filter((one) => !isWritten(one)).flatMap(readyAddresses);
    return (
      written !== undefined && kept.some((address) => own.has(address)) && readyAddresses(written).every((address) => !own.has(address))
    );
  },
});
