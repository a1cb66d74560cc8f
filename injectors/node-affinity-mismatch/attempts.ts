import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { patchAffinity } from "../patch-affinity.ts";
import type { Params } from "./injector.ts";
import { preferring, REQUIRED, requiring } from "./required-affinity.ts";

export const accepts = ({ target, ...condition }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  {
    name: "prefer such nodes",
    calls: [patchAffinity(target, { nodeAffinity: { ...preferring(condition).nodeAffinity, [REQUIRED]: null } })],
  },
  {
    name: "require what every node has",
    calls: [patchAffinity(target, requiring({ key: "kubernetes.io/os", operator: "In", values: ["linux"] }))],
  },
];

export const rejects = ({ target, ...condition }: Params, { objects }: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  { name: "prefer such nodes as well", calls: [patchAffinity(target, preferring(condition))] },
  {
    name: "give a worker the label",
    calls: workersAmong((objects["nodes"] ?? []) as readonly Node[])
      .slice(0, 1)
      .map(({ metadata }) => kubectl(`label node ${metadata.name} ${condition.key}=${condition.values[0] ?? ""} --overwrite`)),
  },
];
