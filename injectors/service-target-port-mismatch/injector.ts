import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, isTemplateAsBefore, needingWrite } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { refusedWithEndpoints } from "../refused-service.ts";
import { portIndex } from "../service-ports.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly service: string;
  readonly port: number;
  readonly targetPort: number;
}

export default defineInjector<Params>({
  id: "service-target-port-mismatch",
  version: 1,
  title: "A Service sends to a port that nobody listens on",
  catalogueType: "target-port-mismatch",
  layer: "network",
  scope: "namespace",
  family: "service-port",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), port: z.int().min(1).max(65_535), targetPort: z.int().min(1).max(65_535) }),
  targets: async (view, place) => {
    const [services, workloads] = [
      await listServices(view, place, { areChanged: true }),
      await listWorkloads(view, place.namespace, place.app),
    ];
    const opened = workloads.flatMap(({ component, workload }) =>
      workload.spec.template.spec.containers
        .flatMap(({ ports = [] }) => ports)
        .map(({ containerPort }) => ({ of: component.name, containerPort })),
    );
    const othersThan = (name: string): readonly string[] => {
      const own = opened.filter(({ of }) => of === name).map(({ containerPort }) => containerPort);
      return [...new Set(opened.map(({ containerPort }) => containerPort))].filter((port) => !own.includes(port)).map(String);
    };
    return {
      ...services,
      targets: services.targets.map((target) => ({ ...target, facts: { ...target.facts, others: othersThan(nameOf(target.resource)) } })),
    };
  },
  // A port of another component, as by a line that was copied.
  sample: (rng, { resource, facts }) => {
    const port = Number(facts["port"]);
    const others = (facts["others"] as readonly string[]).map(Number);
    return { service: resource, port, targetPort: rng.pick(others.length > 0 ? others : [port + 1, port + 10]) };
  },
  inject: async (cluster, { service, port, targetPort }, { namespace }) => {
    const name = nameOf(service);
    const object = await getObject<Service>(cluster, { resource: "services", namespace, name });
    if (object === undefined) throw new Error(`there is no ${service}`);
    await patchObject(cluster, {
      resource: "services",
      namespace,
      name,
      patchType: "json",
      patch: [{ op: "replace", path: `/spec/ports/${portIndex(object, port)}/targetPort`, value: targetPort }],
    });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-target-port-mismatch", catalogueType: "target-port-mismatch" }],
  oracle: (params, baseline) => ({
    checks: [defectGone("connects-through-service", (view) => judgePort(view, baseline, params))],
    trials: [],
  }),
  solve: ({ service, port }, baseline) => {
    const { index, targetPort } = baselinePort(baseline, nameOf(service), port);
    const component = componentOf(baseline.app, service);
    // A port may go by its name, which the container's ports tell.
    const look = `get ${component === undefined ? "deployments" : workloadTarget(component)} -o jsonpath='{.spec.template.spec.containers[*].ports}'`;
    return [
      [
        ...(typeof targetPort === "string" ? [kubectl(look)] : []),
        kubectl(
          `patch ${service} --type=json -p '[{"op":"replace","path":"/spec/ports/${index}/targetPort","value":${JSON.stringify(targetPort)}}]'`,
        ),
      ],
    ];
  },
  accepts,
  rejects,
  evidence: ({ service, targetPort }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), `^TargetPort: +${targetPort}/`],
      says: `${service} leads to port ${targetPort}, on which no container listens`,
    },
  ],
  symptoms: (params, place) => [refusedWithEndpoints(params, place)],
});

/** A port on which the program does not listen leads nowhere until somebody changes the Service or the program. */
const judgePort = async (view: ClusterView, baseline: Baseline, { service, port, targetPort }: Params): Promise<Finding> => {
  const { namespace } = baseline;
  const name = nameOf(service);
  const finding = await judgeConnect(view, { namespace, service: name, port });
  if (finding.held) return finding;
  const object = await getObject<Service>(view, { resource: "services", namespace, name });
  const present = object?.spec.ports?.find((candidate) => candidate.port === port)?.targetPort;
  return present === targetPort && (await isProgramAsBefore(view, baseline, name)) ? needingWrite(finding) : finding;
};

const isProgramAsBefore = async (view: ClusterView, baseline: Baseline, name: string): Promise<boolean> => {
  const component = componentOf(baseline.app, name);
  return component !== undefined && (await isTemplateAsBefore(view, baseline, workloadTarget(component)));
};

const baselinePort = (baseline: Baseline, name: string, port: number) => {
  const ports = baselineObject<Service>(baseline, "services", name)?.spec.ports ?? [];
  const index = ports.findIndex((candidate) => candidate.port === port);
  return { index, targetPort: ports[index]?.targetPort ?? port };
};
