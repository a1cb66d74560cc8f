import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";

interface Params {
  readonly service: string;
}

export const accepts = ({ service }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, service),
  createAnew(baseline, service),
  {
    name: "take the field out",
    calls: [kubectl(`patch ${service} --type=json -p '[{"op":"remove","path":"/spec/internalTrafficPolicy"}]'`)],
  },
];

export const rejects = ({ service }: Params, baseline: Baseline): readonly Attempt[] => {
  const component = componentOf(baseline.app, service);
  const callers = (component?.dnsCallers ?? []).flatMap((name) => {
    const caller = componentOf(baseline.app, name);
    return caller === undefined ? [] : [workloadTarget(caller)];
  });
  return [
    deleteObjectOf(service),
    ...(component === undefined ? [] : [restartPods(workloadTarget(component))]),
    { name: "prefer near endpoints", calls: [kubectl(`patch ${service} -p '{"spec":{"trafficDistribution":"PreferClose"}}'`)] },
    { name: "pin clients to one pod", calls: [kubectl(`patch ${service} -p '{"spec":{"sessionAffinity":"ClientIP"}}'`)] },
    ...(callers.length === 0
      ? []
      : [{ name: "restart the callers", calls: callers.map((caller) => kubectl(`rollout restart ${caller}`)) }]),
  ];
};
