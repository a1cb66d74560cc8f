import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart } from "#kube/checks/attempts.ts";
import { beside } from "../apart.ts";
import { asManyAsBefore, rejectsApart } from "../apart-attempts.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ target, volume }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  {
    name: "give each pod files of its own, on any node",
    calls: [
      kubectl(
        `patch ${target} -p '${JSON.stringify({
          spec: {
            template: {
              spec: { affinity: beside(baseline, target), volumes: [{ name: volume, persistentVolumeClaim: null, emptyDir: {} }] },
            },
          },
        })}'`,
      ),
    ],
  },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => [
  ...rejectsApart(params, baseline),
  asManyAsBefore(baseline, params.target),
  { name: "delete the claim", calls: [kubectl(`delete persistentvolumeclaim ${params.claim} --wait=false`)] },
];
