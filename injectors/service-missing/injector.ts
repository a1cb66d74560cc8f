import { z } from "zod";
import { canonicalJson } from "#core/canonical-json.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { judgeConnect, judgeServiceBacked } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { Service } from "#kube/types/network.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly service: string }>({
  id: "service-missing",
  version: 1,
  title: "A Service was deleted",
  catalogueType: "service-missing",
  layer: "network",
  scope: "namespace",
  family: "service-missing",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service") }),
  targets: async (view, place) => await listServices(view, place, { areChanged: true }),
  sample: (_rng, { resource }) => ({ service: resource }),
  inject: async (cluster, { service }, { namespace }) => {
    await deleteObject(cluster, { resource: "services", namespace, name: nameOf(service) });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-missing", catalogueType: "service-missing" }],
  oracle: ({ service }, baseline) => ({
    checks: [
      defectGone("service-exists", (view) =>
        judgeServiceBacked(view, {
          namespace: baseline.namespace,
          service: nameOf(service),
          workload: componentOf(baseline.app, service)?.name ?? nameOf(service),
        }),
      ),
      ...portsOf(baseline, service).map((port) =>
        defectGone(`connects-on-${port}`, (view) => judgeConnect(view, { namespace: baseline.namespace, service: nameOf(service), port })),
      ),
    ],
    trials: [],
  }),
  solve: ({ service }, baseline) => {
    const manifest = canonicalJson(manifestOf(baseline, service));
    const component = componentOf(baseline.app, service);
    const object = baselineObject<Service>(baseline, "services", nameOf(service));
    // kubectl exposes no StatefulSet.
    const isSimple = component?.workload === "deployment" && object?.spec.ports?.length === 1;
    const [port] = object?.spec.ports ?? [];
    const expose = `expose ${component === undefined ? "" : workloadTarget(component)} --name=${nameOf(service)} --port=${port?.port} --target-port=${port?.targetPort ?? port?.port}`;
    const look = kubectl(`get ${component === undefined ? "deployments" : workloadTarget(component)} -o yaml`);
    return [[look, kubectl("apply -f -", manifest)], ...(isSimple ? [[kubectl(expose)]] : [])];
  },
  accepts,
  rejects,
  evidence: ({ service }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [`services "${literal(nameOf(service))}" not found`],
      says: `${service} does not exist`,
    },
  ],
  symptoms: ({ service }, { namespace }) => [
    {
      name: "service-gone",
      isSeen: async (view) => (await getObject(view, { resource: "services", namespace, name: nameOf(service) })) === undefined,
    },
  ],
});

const TCP_ONLY = (protocol: string | undefined): boolean => protocol === undefined || protocol === "TCP";

/** Ports of a Service; callers use the first, and others may be administrative and closed. */
const portsOf = (baseline: Baseline, service: string): readonly number[] =>
  (baselineObject<Service>(baseline, "services", nameOf(service))?.spec.ports ?? [])
    .filter(({ protocol }) => TCP_ONLY(protocol))
    .slice(0, 1)
    .map(({ port }) => port);

/** Manifest as the chart would apply it: the object without the server's defaults. */
const manifestOf = (baseline: Baseline, service: string): object => {
  const object = baselineObject<Service>(baseline, "services", nameOf(service));
  const { name, labels, annotations } = object?.metadata ?? { name: nameOf(service) };
  const { selector, ports, type } = object?.spec ?? {};
  const plainPorts = ports?.map(({ nodePort: _allocated, ...port }) => port);
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
    spec: { type, selector, ports: plainPorts },
  };
};
