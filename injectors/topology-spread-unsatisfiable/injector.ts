import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
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
import { accepts, patchSpread, rejects } from "./attempts.ts";
import { keysOf, missingKey } from "./missing-key.ts";
import { isPlaceFor, spreadOver } from "./spread.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the label over whose values the pods are to be spread, which no node has. */
export interface Params extends TemplateParams {
  readonly key: string;
  readonly maxSkew: number;
}

export default defineInjector<Params>({
  id: "topology-spread-unsatisfiable",
  version: 1,
  title: "Pods are to be spread over a label that no node has",
  catalogueType: "topology-spread",
  layer: "scheduling",
  scope: "namespace",
  family: "affinity",
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, key: z.string().min(1), maxSkew: z.number().int().min(1) }),
  targets: async (view, place) => {
    const keys = keysOf(await listObjects<Node>(view, { resource: "nodes" }));
    return await templateTargets(view, place, () => ({ keys }));
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    key: missingKey(rng.stream("key"), target.facts["keys"] as readonly string[]),
    maxSkew: rng.stream("skew").pick([1, 1, 2]),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, rollout, key, maxSkew }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
    const { topologySpreadConstraints = [] } = workload.spec.template.spec;
    const spec = { topologySpreadConstraints: [...topologySpreadConstraints, spreadOver(key, maxSkew, workload.spec.selector)] };
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "topology-spread-unsatisfiable", catalogueType: "topology-spread" }],
  oracle: ({ target }, baseline) => ({
    checks: [someWorkerFits(baseline, target, { name: "spread-satisfiable", fits: isPlaceFor }), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target, key }) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl(`get ${target} -o jsonpath='{.spec.template.spec.topologySpreadConstraints}'`),
      patchSpread(target, [{ topologyKey: key, whenUnsatisfiable: "ScheduleAnyway" }]),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, key }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), "didn't match pod topology spread constraints \\(missing required label\\)"],
      says: `no node has a label over which pods of ${target} are to be spread`,
    },
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [
        `^  name: ${literal(nameOf(target))}$`,
        `^ +(?:- )?topologyKey: ${literal(key)}$`,
        "^ +(?:- )?whenUnsatisfiable: DoNotSchedule$",
      ],
      says: `pods of ${target} must be spread over ${key}`,
    },
  ],
  symptoms: unschedulableSymptoms,
});
