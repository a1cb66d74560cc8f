import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector, type Target } from "../injector.ts";
import { refusedWithEndpoints } from "../refused-service.ts";
import { portIndex } from "../service-ports.ts";
import { accepts, rejects } from "./attempts.ts";
import { type Params, protocolPatch, protocolText } from "./service-port.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "service-protocol-mismatch",
  version: 1,
  title: "A Service port has the wrong protocol",
  catalogueType: "service-protocol",
  layer: "network",
  scope: "namespace",
  family: "service-port",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), port: z.int().min(1).max(65_535) }),
  targets: async (view, place) => {
    const { targets, excluded } = await listServices(view, place, { areChanged: true });
    const services = await listObjects<Service>(view, { resource: "services", namespace: place.namespace });
    const reasons = new Map(services.map((service) => [`service/${service.metadata.name}`, whyNot(service)]));
    const reasonOf = ({ resource }: Target) => reasons.get(resource);
    return {
      targets: targets.filter((target) => reasonOf(target) === undefined),
      excluded: [
        ...excluded,
        ...targets.flatMap((target) => {
          const reason = reasonOf(target);
          return reason === undefined ? [] : [{ resource: target.resource, reason }];
        }),
      ],
    };
  },
  sample: (_rng, { resource, facts }) => ({ service: resource, port: Number(facts["port"]) }),
  inject: async (cluster, { service, port }, { namespace }) => {
    const name = nameOf(service);
    const object = await getObject<Service>(cluster, { resource: "services", namespace, name });
    if (object === undefined) throw new Error(`there is no ${service}`);
    await patchObject(cluster, {
      resource: "services",
      namespace,
      name,
      patchType: "json",
      patch: protocolPatch(portIndex(object, port), "UDP"),
    });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-protocol-mismatch", catalogueType: "service-protocol" }],
  oracle: (params, baseline) => ({
    checks: [defectGone("connects-through-service", (view) => judgePort(view, baseline, params))],
    trials: [],
  }),
  solve: ({ service, port }, baseline) => [
    [kubectl(`get ${service} -o yaml`), kubectl(`patch ${service} --type=json -p '${protocolText(baseline, service, port)}'`)],
    [kubectl(`describe ${service}`), kubectl(`patch ${service} -p '{"spec":{"ports":[{"port":${port},"protocol":"TCP"}]}}'`)],
  ],
  accepts,
  rejects,
  evidence: ({ service, port }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), `^Port: +\\S+ +${port}/UDP$`],
      says: `${service} takes UDP on port ${port}, where its callers open TCP connections`,
    },
  ],
  symptoms: (params, place) => [refusedWithEndpoints(params, place)],
});

/** Reason for which a Service of another protocol would not show, or could not be written. */
const whyNot = ({ spec }: Service): string | undefined => {
  const [first, ...others] = spec.ports ?? [];
  if (spec.clusterIP === "None") return "its name leads to the pods themselves, whatever the Service says of protocols";
  if ((first?.protocol ?? "TCP") !== "TCP") return "its first port is not for TCP";
  return others.some(({ port, protocol }) => port === first?.port && protocol === "UDP") ? "it takes UDP on that port as well" : undefined;
};

/** Nothing but a write changes the protocol of a Service's port. */
const judgePort = async (view: ClusterView, { namespace }: Baseline, { service, port }: Params): Promise<Finding> => {
  const name = nameOf(service);
  const finding = await judgeConnect(view, { namespace, service: name, port });
  if (finding.held) return finding;
  const object = await getObject<Service>(view, { resource: "services", namespace, name });
  const isTaken = object?.spec.ports?.some((candidate) => candidate.port === port && (candidate.protocol ?? "TCP") === "TCP") ?? false;
  return isTaken ? finding : needingWrite(finding);
};
