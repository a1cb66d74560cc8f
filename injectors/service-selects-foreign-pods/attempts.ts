import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart } from "#kube/checks/attempts.ts";
import { baselineTarget, baselineWorkload } from "#kube/checks/fault-checks.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { labelled, type Params } from "./shared-label.ts";

export const accepts = ({ service, decoy, key }: Params, baseline: Baseline): readonly Attempt[] => [
  {
    name: "select by the component's own label as well",
    calls: [kubectl(`patch ${service} -p '${JSON.stringify({ spec: { selector: ownSelector(baseline, service) } })}'`)],
  },
  replaceByChart(baseline, service),
  createAnew(baseline, service),
  {
    name: "take the label off the other workload's template",
    calls: [kubectl(`patch ${decoy} -p '${JSON.stringify(labelled(key, null))}'`)],
  },
];

export const rejects = ({ service, decoy, key }: Params, baseline: Baseline): readonly Attempt[] => {
  const component = componentOf(baseline.app, service);
  const labels = Object.entries(baselineWorkload(baseline, decoy).spec.selector?.matchLabels ?? {}).map((pair) => pair.join("="));
  return [
    deleteObjectOf(service),
    { name: "scale the other workload down", calls: [kubectl(`scale ${decoy} --replicas=0`)] },
    { name: "delete the other workload", calls: [kubectl(`delete ${decoy}`)] },
    { name: "take the label off its running pods", calls: [kubectl(`label pods -l ${labels.join(",")} ${key}-`)] },
    {
      name: "take the whole selector out",
      calls: [kubectl(`patch ${service} --type=json -p '[{"op":"remove","path":"/spec/selector"}]'`)],
    },
    ...(component === undefined
      ? []
      : [{ name: "scale the Service's workload up", calls: [kubectl(`scale ${workloadTarget(component)} --replicas=4`)] }]),
  ];
};

/** The selector by which the Service finds its own pods alone. */
export const ownSelector = (baseline: Baseline, service: string): Readonly<Record<string, string>> =>
  baselineTarget<Service>(baseline, service).spec.selector ?? {};
