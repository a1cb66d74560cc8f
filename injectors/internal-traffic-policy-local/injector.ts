import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readyEndpointPods } from "#kube/checks/service.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { strandedCallers } from "./stranded-callers.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly service: string;
  readonly port: number;
}

export default defineInjector<Params>({
  id: "internal-traffic-policy-local",
  version: 1,
  title: "A Service only sends to pods on the caller's node",
  catalogueType: "traffic-policy",
  layer: "network",
  scope: "namespace",
  family: "traffic-policy",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), port: z.int().min(1).max(65_535) }),
  targets: async (view, place) => {
    const { targets, excluded } = await listServices(view, place, { areChanged: true });
    const strandedOf = await strandedCallers(view, place);
    const isStranded = ({ resource }: { readonly resource: string }) => strandedOf(resource).length > 0;
    return {
      targets: targets.filter(isStranded),
      excluded: [
        ...excluded,
        ...targets
          .filter((target) => !isStranded(target))
          .map(({ resource }) => ({ resource, reason: "its callers run on the nodes of its pods, or outside the cluster" })),
      ],
    };
  },
  sample: (_rng, { resource, facts }) => ({ service: resource, port: Number(facts["port"]) }),
  inject: async (cluster, { service }, { namespace }) => {
    await patchObject(cluster, {
      resource: "services",
      namespace,
      name: nameOf(service),
      patchType: "merge",
      patch: { spec: { internalTrafficPolicy: "Local" } },
    });
  },
  truth: ({ service }) => [{ resource: service, faultType: "internal-traffic-policy-local", catalogueType: "traffic-policy" }],
  oracle: (params, baseline) => ({
    checks: [defectGone("answers-on-every-node", (view) => judgeNodes(view, baseline, params))],
    trials: [],
  }),
  solve: ({ service }) => [
    [kubectl(`describe ${service}`), kubectl(`patch ${service} -p '{"spec":{"internalTrafficPolicy":"Cluster"}}'`)],
    [kubectl(`get ${service} -o yaml | grep -v internalTrafficPolicy | kubectl replace -f -`)],
  ],
  accepts,
  rejects,
  evidence: ({ service }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), "^Internal Traffic Policy: +Local$"],
      says: `${service} leads its callers to pods on their own node alone`,
    },
  ],
  symptoms: ({ service, port }, place) => [
    {
      name: "silent-from-other-nodes",
      isSeen: async (view) => {
        const host = nameOf(service);
        if ((await readyEndpointPods(view, place.namespace, host)).length === 0) return false;
        for (const { node, labels } of (await strandedCallers(view, place))(service)) {
          const { kind } = await view.probe({ from: { namespace: place.namespace, labels, node }, host, port });
          if (kind === "timed-out" || kind === "refused") return true;
        }
        return false;
      },
    },
  ],
});

/** A Service that keeps to the caller's node serves all callers only while every node has a pod of it, wherever callers happen to run now. */
const judgeNodes = async (view: ClusterView, { namespace }: Baseline, { service, port }: Params): Promise<Finding> => {
  const host = nameOf(service);
  const object = await getObject<Service>(view, { resource: "services", namespace, name: host });
  const needsWrite = object?.spec.internalTrafficPolicy === "Local";
  for (const { metadata } of await listWorkers(view)) {
    const { kind } = await view.probe({ from: { namespace, node: metadata.name }, host, port });
    if (kind === "connected" || kind === "response") continue;
    return { held: false, evidence: `${host}:${port} ${kind} from node ${metadata.name}`, ...(needsWrite && { needsWrite }) };
  }
  return { held: true, evidence: `${host}:${port} is reached from every node` };
};
