import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { judgeWorkload, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Pod } from "#kube/types/pod.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import {
  changeMember,
  formerSettings,
  judgeCluster,
  patchMember,
  type SpecParams,
  setOf,
  specParams,
  specTargets,
} from "../operator-spec.ts";
import { accepts, rejects, replicasMost } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the number of pods that are asked for, with room for some of them. */
export interface Params extends SpecParams {
  readonly replicas: number;
}

export default defineInjector<Params>({
  id: "op-replicas-overload",
  version: 1,
  title: "A custom resource asks for far too many replicas",
  catalogueType: "replicas-overload",
  layer: "operator",
  scope: "namespace",
  family: "operator-replicas",
  // The nodes are full of pods that nobody needs: what starts anew waits.
  masks: true,
  refusesPods: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...specParams, member: z.literal("tidb"), replicas: z.coerce.number().int().min(2) }),
  targets: (view, place) => specTargets(view, place, { visible: false, factsOf: ({ spec }) => ({ replicas: spec.tidb?.replicas ?? 1 }) }),
  // Zeros too many, or a number that was meant for something else: megabytes, connections, percent.
  sample: (rng, { resource: target, facts }) => ({
    target,
    member: "tidb",
    replicas: rng.stream("replicas").pick([100 * Number(facts["replicas"]), 60, 64, 80, 100, 120, 150, 200]),
  }),
  inject: (cluster, params, place) => changeMember(cluster, params, { replicas: params.replicas }, place),
  truth: ({ target }) => [{ resource: target, faultType: "op-replicas-overload", catalogueType: "replicas-overload" }],
  oracle: (params, baseline) => {
    const { replicas: before } = formerSettings(baseline, params);
    const target = setOf(params);
    return {
      checks: [
        writtenDefectGone("replicas-wanted", (view) =>
          judgeCluster(view, baseline, params.target, ({ spec }) => {
            const replicas = spec[params.member]?.replicas ?? 0;
            const held = replicas >= before && replicas <= replicasMost(before);
            return { held, evidence: `${params.target} asks for ${replicas} of ${params.member}` };
          }),
        ),
        defectGone("replicas-settled", (view) => judgeWorkload(view, { namespace: baseline.namespace, target, replicasMin: before })),
      ],
      trials: [],
    };
  },
  solve: (params, baseline) => {
    const { replicas } = formerSettings(baseline, params);
    const change = [{ op: "replace", path: `/spec/${params.member}/replicas`, value: replicas }];
    return [
      // The pods that were there before are the oldest.
      [kubectl("get pods --sort-by=.metadata.creationTimestamp"), patchMember(params, { replicas })],
      [kubectl(`patch ${params.target} --type=json -p '${JSON.stringify(change)}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: (params) => [
    {
      look: kubectl(`get ${setOf(params)} -o wide`),
      shows: [`^${literal(nameOf(setOf(params)))} +\\d+/(?:[4-9]\\d|\\d{3,}) `],
      says: `few of the many pods of ${setOf(params)} are ready`,
    },
    {
      look: kubectl(`get ${params.target} -o yaml`),
      shows: [`^  name: ${literal(nameOf(params.target))}$`, `^    replicas: ${params.replicas}$`],
      says: `${params.target} asks for ${params.replicas} of ${params.member}`,
    },
  ],
  symptoms: (params, { namespace }) => [
    {
      name: "many-unschedulable",
      isSeen: async (view) => {
        const set = await readWorkload(view, namespace, setOf(params));
        return set !== undefined && (await podsOf(view, set)).filter(isWaiting).length >= WAITING_MIN;
      },
    },
  ],
});

const WAITING_MIN = 5;

const isWaiting = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason === "Unschedulable") === true;
