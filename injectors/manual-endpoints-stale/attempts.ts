import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { deleteSlice, type Params, selectAgain, selectorText, workloadBehind } from "./hand-made.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { service, slice } = params;
  const [replaced, anew] = [replaceByChart(baseline, service), createAnew(baseline, service)];
  return [
    { ...replaced, name: "replace the object by the chart's, and delete the slice", calls: [...replaced.calls, deleteSlice(params)] },
    { ...anew, name: "delete the object and create the chart's, and delete the slice", calls: [...anew.calls, deleteSlice(params)] },
    {
      name: "select the pods again and leave the slice without endpoints",
      calls: [selectAgain(params, baseline), kubectl(`patch ${slice} --type=merge -p '{"endpoints":[]}'`)],
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
    { name: "write the new pod's address into the slice", calls: [writeNewAddress(params, baseline)] },
  ];
};

const writeNewAddress = ({ service, slice }: Params, baseline: Baseline): ToolCall => {
  const pod = `$(kubectl get pods -l ${selectorText(baseline, service)} -o jsonpath='{.items[0].status.podIP}')`;
  return kubectl(`patch ${slice} --type=merge -p "{\\"endpoints\\":[{\\"addresses\\":[\\"${pod}\\"]}]}"`);
};
