import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, rollBack, scaleDown } from "#kube/checks/attempts.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import { generousLimit } from "./memory-needed.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly limit: string;
}

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  {
    name: "give the limit in another unit",
    calls: [
      kubectl(`set resources ${target} -c ${container} --limits=memory=${inKilobytes(generousLimit(baseline, { target, container }))}`),
    ],
  },
];

/** Memory in kB, rounded up. */
const inKilobytes = (quantity: string): string => `${Math.ceil(unitValue(quantity) / 1000)}k`;

export const rejects = ({ target, container, limit }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  { name: "raise another limit", calls: [kubectl(`set resources ${target} -c ${container} --limits=cpu=4`)] },
  {
    name: "raise the limit by a mebibyte",
    calls: [kubectl(`set resources ${target} -c ${container} --limits=memory=${Number.parseInt(limit, 10) + 1}Mi`)],
  },
  { name: "raise the limit beyond any node", calls: [kubectl(`set resources ${target} -c ${container} --limits=memory=100Ti`)] },
];
