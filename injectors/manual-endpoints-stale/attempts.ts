import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { deleteSlice, emptySlice, workloadBehind, writeNewAddress } from "../written-slice.ts";
import { type Params, selectAgain, selectorText } from "./hand-made.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { service } = params;
  const [replaced, anew] = [replaceByChart(baseline, service), createAnew(baseline, service)];
  return [
    { ...replaced, name: "replace the object by the chart's, and delete the slice", calls: [...replaced.calls, deleteSlice(params)] },
    { ...anew, name: "delete the object and create the chart's, and delete the slice", calls: [...anew.calls, deleteSlice(params)] },
    {
      name: "select the pods again and leave the slice without endpoints",
      calls: [selectAgain(params, baseline), emptySlice(params)],
    },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { service } = params;
  return [
    restartPods(workloadBehind(baseline.app, service)),
    deleteObjectOf(service),
    { name: "select the pods again and keep the slice", calls: [selectAgain(params, baseline)] },
    { name: "delete the slice alone", calls: [deleteSlice(params)] },
    { name: "write the new pod's address into the slice", calls: [writeNewAddress(params, selectorText(baseline, service))] },
  ];
};
