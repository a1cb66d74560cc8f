import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart, restartPods, scaleDown } from "#kube/checks/attempts.ts";
import { baselineTarget, baselineWorkload } from "#kube/checks/fault-checks.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";

export interface Params {
  readonly service: string;
  /** A port of the Service, by which it is tried. */
  readonly port: number;
}

export const accepts = ({ service }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, service),
  createAnew(baseline, service),
];

export const rejects = ({ service }: Params, baseline: Baseline): readonly Attempt[] => {
  const component = componentOf(baseline.app, service);
  const own = component === undefined ? [] : [workloadTarget(component)];
  return [
    deleteObjectOf(service),
    ...own.flatMap((target) => [restartPods(target), scaleDown(target)]),
    { name: "let the callers run beside it", calls: callersBeside(baseline, service) },
    { name: "publish addresses that are not ready", calls: [kubectl(`patch ${service} -p '{"spec":{"publishNotReadyAddresses":true}}'`)] },
    { name: "stick clients to a pod", calls: [kubectl(`patch ${service} -p '{"spec":{"sessionAffinity":"ClientIP"}}'`)] },
  ];
};

const callersBeside = (baseline: Baseline, service: string) => {
  const matchLabels = baselineTarget<Service>(baseline, service).spec.selector ?? {};
  const term = { labelSelector: { matchLabels }, topologyKey: "kubernetes.io/hostname" };
  const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
  const patch = JSON.stringify({ spec: { template: { spec: { affinity: { podAffinity } } } } });
  return (componentOf(baseline.app, service)?.dnsCallers ?? []).flatMap((name) => {
    const caller = componentOf(baseline.app, `service/${name}`);
    if (caller === undefined) return [];
    const target = workloadTarget(caller);
    return baselineWorkload(baseline, target).spec.replicas === 0 ? [] : [kubectl(`patch ${target} -p '${patch}'`)];
  });
};
