import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { HOSTNAME, listWorkers } from "#kube/listings/list-nodes.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { missingNode } from "../missing-node.ts";
import {
  isLatentTemplate,
  sampleTemplate,
  type TemplateParams,
  templateParams,
  templateTargets,
  unschedulableSymptoms,
} from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends TemplateParams {
  readonly node: string;
}

export default defineInjector<Params>({
  id: "node-selector-nonexistent",
  version: 2,
  title: "A workload asks for a node that does not exist",
  catalogueType: "node-selector-mismatch",
  layer: "scheduling",
  scope: "namespace",
  family: "node-selector",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, node: z.string().min(1) }),
  targets: async (view, place) => {
    const nodes = (await listWorkers(view)).map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, ({ spec }) =>
      spec.template.spec.nodeSelector?.[HOSTNAME] === undefined ? { nodes } : "it is bound to a node already",
    );
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    node: missingNode(rng, target.facts["nodes"] as readonly string[]),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, node, rollout }, { namespace }) =>
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: { nodeSelector: { [HOSTNAME]: node } } } } }),
  truth: ({ target }) => [{ resource: target, faultType: "node-selector-nonexistent", catalogueType: "node-selector-mismatch" }],
  oracle: ({ target }, baseline) => ({
    checks: [defectGone("selector-satisfiable", (view) => judgeSelector(view, baseline, target)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target }) => [
    [kubectl(`patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/nodeSelector/kubernetes.io~1hostname"}]'`)],
    [kubectl(`patch ${target} -p '{"spec":{"template":{"spec":{"nodeSelector":null}}}}'`)],
  ],
  accepts,
  rejects,
  evidence: ({ target, node }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `Node-Selectors: +.*hostname=${literal(node)}`, "didn't match Pod's node affinity/selector"],
      says: `pods of ${target} select the node ${node}, which does not exist`,
    },
  ],
  symptoms: unschedulableSymptoms,
});

/**
 * A worker that now goes by the missing name is no repair: others are bound to the name that it had.
 *
 * A selector that only a control-plane node meets would be a repair at the cost of the cluster.
 */
const judgeSelector = async (view: ClusterView, baseline: Baseline, target: string) => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const wanted = Object.entries(workload.spec.template.spec.nodeSelector ?? {});
  const nodes = await listObjects<Node>(view, { resource: "nodes" });
  const selected = nodes.filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value));
  const usable = selected.filter(
    ({ metadata, status }) =>
      (baselineObject<Node>(baseline, "nodes", metadata.name) ?? { metadata }).metadata.labels?.[HOSTNAME] ===
        metadata.labels?.[HOSTNAME] &&
      (nodes.length === 1 || metadata.labels?.["node-role.kubernetes.io/control-plane"] === undefined) &&
      status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"),
  );
  const finding = { held: usable.length > 0, evidence: `${usable.length} ready nodes meet the selector of ${target}` };
  return selected.length === 0 ? needingWrite(finding) : finding;
};
