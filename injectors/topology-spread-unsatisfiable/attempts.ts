import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Params } from "./injector.ts";
import { ratherOverHosts } from "./spread.ts";

export const accepts = ({ target, key }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  { name: "take the constraint out", calls: [patchSpread(target, [{ topologyKey: key, $patch: "delete" }])] },
  {
    name: "spread over hosts where that can be",
    calls: [
      patchSpread(target, [{ topologyKey: key, $patch: "delete" }, ratherOverHosts(baselineWorkload(baseline, target).spec.selector)]),
    ],
  },
];

export const rejects = ({ target, key }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  { name: "allow a greater skew", calls: [patchSpread(target, [{ topologyKey: key, maxSkew: 5 }])] },
  {
    name: "spread over hosts as well",
    calls: [patchSpread(target, [ratherOverHosts(baselineWorkload(baseline, target).spec.selector)])],
  },
  {
    name: "give a worker the label",
    calls: workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[])
      .slice(0, 1)
      .map(({ metadata }) => kubectl(`label node ${metadata.name} ${key}=a --overwrite`)),
  },
];

/** Strategic merge patch of a template's constraints, which go by their keys. */
export const patchSpread = (target: string, topologySpreadConstraints: readonly object[]): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { topologySpreadConstraints } } } })}'`);
