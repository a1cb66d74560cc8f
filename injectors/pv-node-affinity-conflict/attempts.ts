import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { HOSTNAME } from "#kube/listings/list-nodes.ts";
import { patchPods } from "../patch-pods.ts";
import { unmounting } from "../single-volume.ts";
import type { Params } from "./injector.ts";
import { pinnedTo } from "./pinned-to.ts";

export const accepts = ({ target, volumeNode, ...volume }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  { name: "ask for the node of the volume", calls: [patchPods(target, { nodeSelector: pinnedTo(volumeNode) })] },
  { name: "take the volume out", calls: [patchPods(target, unmounting(baselineWorkload(baseline, target), volume))] },
];

export const rejects = ({ target, claim, volumeNode }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  { name: "prefer the node of the volume as well", calls: [patchPods(target, { affinity: preferring(volumeNode) })] },
  { name: "delete the claim", calls: [kubectl(`delete persistentvolumeclaim ${claim} --wait=false`)] },
];

const preferring = (node: string) => ({
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 100, preference: { matchExpressions: [{ key: HOSTNAME, operator: "In", values: [node] }] } },
    ],
  },
});
