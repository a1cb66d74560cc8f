import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import { givenTaints, listWorkers } from "#kube/listings/list-nodes.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { drawTaint } from "../draw-taint.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { aWorkerTakesPods } from "../worker-takes-pods.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly target: string;
  /** `node/<name>` of every worker. */
  readonly nodes: readonly string[];
  readonly key: string;
  readonly value: string;
  readonly effect: "NoSchedule" | "NoExecute";
}

export default defineInjector<Params>({
  id: "taint-untolerated",
  version: 1,
  title: "Every worker has a taint that the app does not tolerate",
  catalogueType: "taint",
  layer: "scheduling",
  scope: "cluster",
  family: "taint",
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    nodes: z.array(objectRef("node")).min(1),
    key: z.string().min(1),
    value: z.string(),
    effect: z.enum(["NoSchedule", "NoExecute"]),
  }),
  targets: async (view, { app, namespace }) => {
    const workers = await listWorkers(view);
    const nodes = workers.map(({ metadata }) => `node/${metadata.name}`);
    return {
      targets: (await listWorkloads(view, namespace, app)).map(({ target, component }) => ({
        resource: target,
        visible: component.userShare > 0,
        facts: { nodes },
      })),
      excluded: [],
    };
  },
  sample: (rng, { resource, facts, visible }) => ({
    target: resource,
    nodes: facts["nodes"] as readonly string[],
    ...drawTaint(rng),
    // NoExecute evicts every pod of the app, which users notice whatever the target.
    effect: rng.int(0, 4) === 0 && visible ? ("NoExecute" as const) : ("NoSchedule" as const),
  }),
  inject: async (cluster, { target, nodes, key, value, effect }, { namespace }) => {
    for (const name of nodes.map(nameOf)) {
      const node = await getObject<Node>(cluster, { resource: "nodes", name });
      const taints = [...(node?.spec.taints ?? []).filter((taint) => taint.key !== key || taint.effect !== effect), { key, value, effect }];
      await patchObject(cluster, { resource: "nodes", name, patchType: "merge", patch: { spec: { taints } } });
    }
    await recyclePods(cluster, namespace, target);
  },
  // Whoever says that the workload does not tolerate the taint has named the same defect.
  truth: ({ target, nodes }) => [
    { resource: "node/*", faultType: "taint-untolerated", catalogueType: "taint", alsoNamed: [...nodes, target] },
  ],
  oracle: ({ target }, baseline) => ({
    checks: [
      aWorkerTakesPods(baseline, target),
      workloadRuns(baseline, target),
      { name: "other-taints-kept", group: "nothing-lost", weight: 1, judge: (view) => judgeOtherTaints(view, baseline) },
    ],
    trials: [],
  }),
  solve: ({ nodes, key, value, effect }) => {
    const names = nodes.map(nameOf).join(" ");
    return [
      [kubectl(`taint nodes ${names} ${key}:${effect}-`)],
      [kubectl("get nodes -o jsonpath='{.items[*].spec.taints}'"), kubectl(`taint nodes ${names} ${key}=${value}:${effect}-`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ key, nodes }) => [
    {
      look: kubectl("get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints[*].key"),
      shows: nodes.map((node) => `^${literal(nameOf(node))} +.*${literal(key)}`),
      says: `the workers ${nodes.map(nameOf).join(", ")} have the taint ${key}`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [{ name: "unschedulable", isSeen: (view) => isUnschedulable(view, { namespace, target }) }],
});

/** Checks that other taints are still there. */
const judgeOtherTaints = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const lost: string[] = [];
  for (const before of (baseline.objects["nodes"] ?? []) as readonly Node[]) {
    const { name } = before.metadata;
    const now = await getObject<Node>(view, { resource: "nodes", name });
    const left = now === undefined ? undefined : givenTaints(now);
    if (left === undefined) lost.push(`node ${name}`);
    else lost.push(...givenTaints(before).flatMap((taint) => (left.some(isSame(taint)) ? [] : [`${taint.key} of ${name}`])));
  }
  return { held: lost.length === 0, evidence: lost.length === 0 ? "all taints of before are there" : `lost: ${lost.join(", ")}` };
};

const isSame =
  (taint: Taint) =>
  ({ key, effect }: Taint): boolean =>
    key === taint.key && effect === taint.effect;
