import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { hostnamesOf, type StaleAlias } from "./stale-alias.ts";

export const accepts = (params: StaleAlias, baseline: Baseline): readonly Attempt[] => [
  rollBack(params.target),
  replaceByChart(baseline, params.target),
  { name: "give the alias the Service's address", calls: [pointAt(params, baseline, params.service)] },
];

export const rejects = (params: StaleAlias, baseline: Baseline): readonly Attempt[] => {
  const { target, service, ip } = params;
  const callee = componentOf(baseline.app, service);
  const other = (ownObjects(baseline, "services") as readonly Service[]).find(
    ({ metadata, spec }) => metadata.name !== nameOf(service) && spec.clusterIP !== undefined && spec.clusterIP !== "None",
  );
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    createAnew(baseline, service),
    ...(callee === undefined ? [] : [restartPods(workloadTarget(callee))]),
    {
      name: "leave the short name out",
      calls: [writeAliases(target, [{ ip, hostnames: hostnamesOf(service, baseline.namespace).slice(1) }])],
    },
    ...(other === undefined
      ? []
      : [{ name: "give the alias another Service's address", calls: [pointAt(params, baseline, `service/${other.metadata.name}`)] }]),
  ];
};

const pointAt = ({ target, service }: StaleAlias, baseline: Baseline, addressed: string): ToolCall =>
  writeAliases(target, [
    { ip: baselineTarget<Service>(baseline, addressed).spec.clusterIP ?? "", hostnames: hostnamesOf(service, baseline.namespace) },
  ]);

const writeAliases = (target: string, value: readonly object[]): ToolCall =>
  kubectl(`patch ${target} --type=json -p '${JSON.stringify([{ op: "replace", path: "/spec/template/spec/hostAliases", value }])}'`);
