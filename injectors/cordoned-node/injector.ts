import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { nodesKept } from "../node-kept.ts";
import { openWorkers } from "../open-workers.ts";
import { aWorkerTakesPods } from "../worker-takes-pods.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the nodes that are cordoned, and the workload that needs one. */
export interface Params {
  readonly target: string;
  /** `node/<name>` of every worker that takes pods of the workload. */
  readonly nodes: readonly string[];
}

export default defineInjector<Params>({
  id: "cordoned-node",
  version: 1,
  title: "Every worker for a workload is cordoned",
  catalogueType: "cordoned",
  layer: "scheduling",
  scope: "cluster",
  family: "cordon",
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), nodes: z.array(objectRef("node")).min(1) }),
  targets: async (view, { app, namespace }) => {
    const nodes = await listObjects<Node>(view, { resource: "nodes" });
    return {
      targets: (await listWorkloads(view, namespace, app)).map(({ target, workload, component }) => ({
        resource: target,
        visible: component.userShare > 0,
        facts: { nodes: openWorkers(nodes, workload.spec.template.spec).map(({ metadata }) => `node/${metadata.name}`) },
      })),
      excluded: [],
    };
  },
  sample: (_rng, { resource, facts }) => ({ target: resource, nodes: facts["nodes"] as readonly string[] }),
  inject: async (cluster, { target, nodes }, { namespace }) => {
    for (const name of nodes.map(nameOf))
      await patchObject(cluster, { resource: "nodes", name, patchType: "merge", patch: { spec: { unschedulable: true } } });
    await recyclePods(cluster, namespace, target);
  },
  truth: ({ nodes }) => [{ resource: "node/*", faultType: "cordoned-node", catalogueType: "cordoned", alsoNamed: nodes }],
  oracle: ({ target, nodes }, baseline) => ({
    checks: [aWorkerTakesPods(baseline, target), workloadRuns(baseline, target), nodesKept(baseline, nodes.map(nameOf))],
    trials: [],
  }),
  solve: ({ nodes }) => [
    [kubectl(`uncordon ${nodes.map(nameOf).join(" ")}`)],
    nodes.map((node) => kubectl(`patch ${node} -p '{"spec":{"unschedulable":false}}'`)),
  ],
  accepts,
  rejects,
  evidence: ({ nodes }) => [
    {
      look: kubectl("get nodes"),
      shows: nodes.map((node) => `^${literal(nameOf(node))} +\\w+,SchedulingDisabled`),
      says: `the workers ${nodes.map(nameOf).join(", ")} are cordoned`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [{ name: "unschedulable", isSeen: (view) => isUnschedulable(view, { namespace, target }) }],
});
