import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { someWorkerFits } from "../fitting-workers.ts";
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
    checks: [someWorkerFits(baseline, target, { name: "affinity-satisfiable", fits: matchesNode }), workloadRuns(baseline, target)],
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
