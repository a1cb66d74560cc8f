import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { patchPods } from "./patch-pods.ts";
import { type ClaimParams, claimText } from "./pending-claim-params.ts";
import { unmounting } from "./single-volume.ts";

/** Deletes a claim, whose specification cannot be changed, and makes it as it should be. */
export const remake = (params: ClaimParams): readonly ToolCall[] => replaceClaim(params, claimText(params));

/** Repairs that leave the claim as it is. */
export const acceptsOfClaim = ({ target, volume, path }: ClaimParams, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  { name: "take the volume out", calls: [patchPods(target, unmounting(baselineWorkload(baseline, target), { volume, path }))] },
  {
    name: "give each pod files of its own",
    calls: [patchPods(target, { volumes: [{ name: volume, persistentVolumeClaim: null, emptyDir: {} }] })],
  },
];

/** Attempts after which pods wait for the claim as before. */
export const rejectsOfClaim = (params: ClaimParams, wrongText: string): readonly Attempt[] => {
  const { target, claim } = params;
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    tolerateAll(target),
    { name: "delete the claim", calls: [kubectl(`delete persistentvolumeclaim ${claim}`)] },
    { name: "make the claim anew as it is", calls: replaceClaim(params, wrongText) },
  ];
};

/** Deletes the claim and makes one of this text. */
export const replaceClaim = ({ claim }: ClaimParams, text: string): readonly ToolCall[] => [
  kubectl(`delete persistentvolumeclaim ${claim}`),
  kubectl("create -f -", text),
];
