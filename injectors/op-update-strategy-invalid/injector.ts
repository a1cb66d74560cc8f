import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { replaceByChart } from "#kube/checks/attempts.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { MEMBERS } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import {
  changeMember,
  judgeCluster,
  patchMember,
  readCluster,
  type SpecParams,
  sampleMember,
  setOf,
  settingOf,
  sparingTheSpec,
  specParams,
  specTargets,
} from "../operator-spec.ts";
import { DEFAULT, isStrategy, misnamedStrategy } from "./strategies.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends SpecParams {
  /** Name that is none of a strategy. */
  readonly strategy: string;
}

const FIELD = "statefulSetUpdateStrategy";

export default defineInjector<Params>({
  id: "op-update-strategy-invalid",
  version: 1,
  title: "A custom resource has an invalid update strategy",
  catalogueType: "invalid-update-strategy",
  layer: "operator",
  scope: "namespace",
  family: "operator-spec",
  needs: [],
  words,
  twins,
  params: z.object({ ...specParams, strategy: z.string().min(1) }),
  targets: (view, place) => specTargets(view, place, { visible: false }),
  sample: (rng, target) => ({ ...sampleMember(rng, target), strategy: misnamedStrategy(rng.stream("strategy")) }),
  inject: (cluster, params, place) => changeMember(cluster, params, { [FIELD]: params.strategy }, place),
  truth: ({ target }) => [{ resource: target, faultType: "op-update-strategy-invalid", catalogueType: "invalid-update-strategy" }],
  oracle: (params, baseline) => ({
    checks: [
      writtenDefectGone("strategy-valid", (view) =>
        judgeCluster(view, baseline, params.target, (cluster) => {
          const asked = MEMBERS.map((member) => settingOf(cluster, member, FIELD) ?? DEFAULT);
          return { held: asked.every(isStrategy), evidence: `${params.target} asks for the strategies ${asked.join(", ")}` };
        }),
      ),
      defectGone("strategy-followed", async (view) => {
        const [cluster, set] = [
          await readCluster(view, baseline.namespace, params.target),
          (await readWorkload(view, baseline.namespace, setOf(params))) as StatefulSet | undefined,
        ];
        const asked = cluster === undefined ? undefined : (settingOf(cluster, params.member, FIELD) ?? DEFAULT);
        const own = set?.spec.updateStrategy?.type;
        const held = own !== undefined && own === asked;
        const has = own === undefined ? `there is no ${setOf(params)}` : `${setOf(params)} has the strategy ${own}`;
        return { held, evidence: held ? has : `${has}, and ${params.target} asks for ${asked ?? "none"}` };
      }),
    ],
    trials: [],
  }),
  solve: (params) => [
    [kubectl(`get ${params.target} -o yaml`), patchMember(params, { [FIELD]: null })],
    [patchMember(params, { [FIELD]: DEFAULT })],
  ],
  accepts: (params, baseline) => [
    replaceByChart(baseline, params.target),
    {
      name: "remove it by a JSON patch",
      calls: [
        kubectl(`patch ${params.target} --type=json -p '${JSON.stringify([{ op: "remove", path: `/spec/${params.member}/${FIELD}` }])}'`),
      ],
    },
  ],
  rejects: (params, { app }) => [
    { name: "name another strategy that there is not", calls: [patchMember(params, { [FIELD]: "Recreate" })] },
    { name: "write the strategy in small letters", calls: [patchMember(params, { [FIELD]: "rollingupdate" })] },
    ...sparingTheSpec(params.target, app),
    {
      name: "change the StatefulSet instead",
      calls: [kubectl(`patch ${setOf(params)} -p '${JSON.stringify({ spec: { updateStrategy: { type: DEFAULT } } })}'`)],
    },
    { name: "let the StatefulSet be made anew", calls: [kubectl(`delete ${setOf(params)}`)] },
  ],
  evidence: (params) => [
    {
      look: kubectl(`get ${params.target} -o yaml`),
      shows: [`^  name: ${literal(nameOf(params.target))}$`, `^ +${FIELD}: ${literal(params.strategy)}$`],
      says: `${params.target} asks for ${params.strategy}, which is no strategy of a StatefulSet`,
    },
  ],
  symptoms: (params, { namespace }) => [
    {
      name: "strategy-not-followed",
      isSeen: async (view) => {
        const [cluster, set] = [
          await readCluster(view, namespace, params.target),
          (await readWorkload(view, namespace, setOf(params))) as StatefulSet | undefined,
        ];
        return cluster?.spec[params.member]?.[FIELD] === params.strategy && set?.spec.updateStrategy?.type !== params.strategy;
      },
    },
  ],
});
