import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { formerSettings, patchMember, setOf, sparingTheSpec } from "../operator-spec.ts";
import { CLAIMS, claimOf } from "./claims.ts";
import type { Params } from "./injector.ts";

/** Lets the new pods have volumes of the class that others have, or does without these pods. */
export const solve = (params: Params, baseline: Baseline): readonly (readonly ToolCall[])[] => [
  [
    kubectl("get persistentvolumeclaims"),
    kubectl(`get ${params.target} -o yaml`),
    patchMember(params, { storageClassName: null }),
    ...remakeSet(params),
  ],
  [patchMember(params, { storageClassName: null, replicas: formerSettings(baseline, params).replicas }), ...remakeSet(params)],
];

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  {
    name: "name a class that there is",
    calls: [patchMember(params, { storageClassName: usualClass(params, baseline) }), ...remakeSet(params)],
  },
  {
    name: "replace the object by the chart's",
    calls: [...replaceByChart(baseline, params.target).calls, ...remakeSet(params)],
  },
  {
    name: "let the set be made anew with all of its pods",
    calls: [patchMember(params, { storageClassName: null }), kubectl(`delete ${setOf(params)}`), deleteClaims(params), deletePods(params)],
  },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { app } = baseline;
  const { replicas } = formerSettings(baseline, params);
  const corrected = patchMember(params, { storageClassName: null });
  return [
    { name: "correct the custom resource alone", calls: [corrected] },
    {
      name: "correct it and let the claims and pods be made anew",
      calls: [corrected, deleteClaims(params), deletePods(params)],
    },
    { name: "let the claims and pods be made anew", calls: [deleteClaims(params), deletePods(params)] },
    { name: "let the set be made anew", calls: remakeSet(params) },
    { name: "ask for as many as before", calls: [patchMember(params, { replicas })] },
    { name: "scale the StatefulSet instead", calls: [kubectl(`scale ${setOf(params)} --replicas=${replicas}`)] },
    {
      name: "name another class that there is not",
      calls: [patchMember(params, { storageClassName: "default" }), ...remakeSet(params)],
    },
    ...sparingTheSpec(params.target, app),
  ];
};

/** Lets the operator make the set anew, around the pods that run, and the set the pods that wait, with claims of its own. */
const remakeSet = (params: Params): readonly ToolCall[] => [
  kubectl(`delete ${setOf(params)} --cascade=orphan`),
  deleteClaims(params),
  deletePods(params),
];

const deleteClaims = ({ claims }: Params): ToolCall => kubectl(`delete ${claims.join(" ")} --wait=false`);

/** Call that deletes the pods of the claims; where fewer are asked for, they may have gone by themselves. */
const deletePods = (params: Params): ToolCall =>
  kubectl(`delete ${params.claims.map((claim) => `pod/${nameOf(claim).slice(params.member.length + 1)}`).join(" ")} --ignore-not-found`);

/** Class of the volumes that the component has. */
const usualClass = (params: Params, baseline: Baseline): string =>
  baselineObject<PersistentVolumeClaim>(baseline, CLAIMS, nameOf(claimOf(params, 0)))?.spec.storageClassName ?? "standard";
