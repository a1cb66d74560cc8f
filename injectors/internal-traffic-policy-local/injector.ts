import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineReplicas, defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readyEndpointPods } from "#kube/checks/service.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, type Params, rejects } from "./attempts.ts";
import { callerNodes, listTargets, nodeApart } from "./callers.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

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
  targets: listTargets,
  sample: (_rng, { resource, facts }) => ({ service: resource, port: Number(facts["port"]) }),
  inject: async (cluster, { service }, place) => {
    const { app, namespace } = place;
    const name = nameOf(service);
    const component = componentOf(app, service);
    const target = component === undefined ? service : workloadTarget(component);
    const workload = await readWorkload(cluster, namespace, target);
    if (workload === undefined) throw new Error(`nothing makes pods of ${service}`);
    const node = await nodeApart(cluster, workload, await callerNodes(cluster, place, service));
    if (node !== undefined) {
      const way = keepsOldPods(workload) ? "rolling" : "recreate";
      await rollOut(cluster, { namespace, target, way }, { spec: { template: { spec: { nodeSelector: { [HOSTNAME]: node } } } } });
    }
    const patch = { spec: { internalTrafficPolicy: "Local" } };
    await patchObject(cluster, { resource: "services", namespace, name, patchType: "merge", patch });
  },
  truth: ({ service }) => [{ resource: service, faultType: "internal-traffic-policy-local", catalogueType: "traffic-policy" }],
  oracle: (params, baseline) => ({
    checks: [defectGone("connects-from-every-worker", (view) => judgeWorkers(view, baseline, params))],
    trials: [],
  }),
  solve: ({ service }) => [
    [kubectl(`patch ${service} -p '{"spec":{"internalTrafficPolicy":"Cluster"}}'`)],
    [kubectl(`patch ${service} --type=json -p '[{"op":"remove","path":"/spec/internalTrafficPolicy"}]'`)],
  ],
  accepts,
  rejects,
  evidence: ({ service }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), "^Internal Traffic Policy: +Local$"],
      says: `${service} sends to pods on the caller's node alone`,
    },
  ],
  symptoms: ({ service, port }, place) => [
    {
      name: "cut-off-beside-endpoints",
      isSeen: async (view) => {
        const { namespace } = place;
        if ((await readyEndpointPods(view, namespace, nameOf(service))).length === 0) return false;
        for (const node of await callerNodes(view, place, service))
          if (await connects(view, namespace, { host: nameOf(service), port, node })) return false;
        return true;
      },
    },
  ],
});

const HOSTNAME = "kubernetes.io/hostname";

const judgeWorkers = async (view: ClusterView, baseline: Baseline, { service, port }: Params): Promise<Finding> => {
  const { namespace } = baseline;
  const cutOff: string[] = [];
  for (const { metadata } of (await listWorkers(view)).filter(isNodeReady))
    if (!(await connects(view, namespace, { host: nameOf(service), port, node: metadata.name }))) cutOff.push(metadata.name);
  if (cutOff.length === 0) return { held: true, evidence: `${service}:${port} is reached from every worker` };
  const finding = { held: false, evidence: `${service}:${port} is not reached from ${cutOff.join(", ")}` };
  return (await isLeftAlone(view, baseline, service)) ? needingWrite(finding) : finding;
};

/** True while pods of the number that there were are to serve their own nodes, which leads nowhere from the others. */
const isLeftAlone = async (view: ClusterView, baseline: Baseline, service: string): Promise<boolean> => {
  const { namespace, app } = baseline;
  const object = await getObject<Service>(view, { resource: "services", namespace, name: nameOf(service) });
  const component = componentOf(app, service);
  if (object?.spec.internalTrafficPolicy !== "Local" || component === undefined) return object === undefined;
  const target = workloadTarget(component);
  return (await readWorkload(view, namespace, target))?.spec.replicas === baselineReplicas(baseline, target);
};

const connects = async (
  view: ClusterView,
  namespace: string,
  { host, port, node }: { readonly host: string; readonly port: number; readonly node: string },
): Promise<boolean> => (await view.probe({ from: { namespace, node }, host, port })).kind === "connected";
