import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { baselineWorkload, defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import {
  isLatentTemplate,
  sampleTemplate,
  type TemplateParams,
  templateParams,
  templateTargets,
  unschedulableSymptoms,
} from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { type LabelCondition, labelsOf, missingLabel } from "./missing-label.ts";
import { REQUIRED, requiring } from "./required-affinity.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the condition on nodes that none of them meets. */
export interface Params extends TemplateParams, LabelCondition {}

export default defineInjector<Params>({
  id: "node-affinity-mismatch",
  version: 1,
  title: "A workload requires a node affinity that no node meets",
  catalogueType: "node-affinity",
  layer: "scheduling",
  scope: "namespace",
  family: "node-selector",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({
    ...templateParams,
    key: z.string().min(1),
    operator: z.enum(["In", "Exists"]),
    values: z.array(z.string()),
  }),
  targets: async (view, place) => {
    const labels = labelsOf(await listObjects<Node>(view, { resource: "nodes" }));
    return await templateTargets(view, place, () => ({ labels }));
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    ...missingLabel(rng.stream("label"), target.facts["labels"] as readonly string[]),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, rollout, ...condition }, { namespace }) =>
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: { affinity: requiring(condition) } } } }),
  truth: ({ target }) => [{ resource: target, faultType: "node-affinity-mismatch", catalogueType: "node-affinity" }],
  oracle: ({ target }, baseline) => ({
    checks: [defectGone("affinity-satisfiable", (view) => judgeAffinity(view, baseline, target)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target }, baseline) => {
    const { affinity } = baselineWorkload(baseline, target).spec.template.spec;
    const former = affinity?.nodeAffinity?.[REQUIRED];
    const path = `/spec/template/spec/affinity/nodeAffinity/${REQUIRED}`;
    const change = [former === undefined ? { op: "remove", path } : { op: "replace", path, value: former }];
    return [
      [kubectl(`rollout undo ${target}`)],
      [
        kubectl(`get ${target} -o jsonpath='{.spec.template.spec.affinity}'`),
        kubectl(`patch ${target} --type=json -p '${JSON.stringify(change)}'`),
      ],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, key }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), "didn't match Pod's node affinity/selector"],
      says: `no node is such as pods of ${target} require`,
    },
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [`^  name: ${literal(nameOf(target))}$`, `^ +${REQUIRED}:$`, `^ +(?:- )?key: ${literal(key)}$`],
      says: `${target} requires nodes with a certain ${key}`,
    },
  ],
  symptoms: unschedulableSymptoms,
});

/**
 * A label that a node got since is no repair, nor is an affinity that only a control-plane node meets.
 */
const judgeAffinity = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const fitting = (await listWorkers(view)).filter((node) =>
    matchesNode(workload.spec.template.spec, baselineObject<Node>(baseline, "nodes", node.metadata.name) ?? node),
  );
  const ready = fitting.filter(isNodeReady).length;
  const finding = { held: ready > 0, evidence: `${ready} ready workers are such as ${target} requires` };
  return fitting.length === 0 ? needingWrite(finding) : finding;
};
