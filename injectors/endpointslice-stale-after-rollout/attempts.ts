import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { SERVICE, type WrittenSlice, workloadBehind, writeNewAddress } from "../written-slice.ts";

export const accepts = ({ slice }: WrittenSlice): readonly Attempt[] => [
  { name: "take the slice from the Service", calls: [kubectl(`label ${slice} ${SERVICE}-`)] },
  {
    name: "say of its endpoints that they are not ready",
    calls: [
      kubectl(
        `get ${slice} -o json | jq '.endpoints |= map(.conditions = {ready: false, serving: false, terminating: false})' | kubectl replace -f -`,
      ),
    ],
  },
];

export const rejects = (params: WrittenSlice, baseline: Baseline): readonly Attempt[] => {
  const { service, slice } = params;
  const workload = workloadBehind(baseline.app, service);
  const selector = Object.entries(baselineObject<Service>(baseline, "services", nameOf(service))?.spec.selector ?? {});
  const kept = `${SERVICE}=${nameOf(service)},endpointslice.kubernetes.io/managed-by`;
  return [
    restartPods(workload),
    scaleUp(workload),
    deleteObjectOf(service),
    { ...createAnew(baseline, service), name: "delete the Service and create the chart's" },
    { name: "delete the slice that the controller keeps", calls: [kubectl(`delete endpointslices -l ${kept}`)] },
    { name: "write a pod's address into the slice", calls: [writeNewAddress(params, selector.map((pair) => pair.join("=")).join(","))] },
    {
      name: "name another keeper of the slice",
      calls: [kubectl(`label ${slice} endpointslice.kubernetes.io/managed-by=platform`)],
    },
  ];
};
