import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { portIndex } from "../service-ports.ts";
import type { Params } from "./service-port.ts";

export const accepts = ({ service, port }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, service),
  createAnew(baseline, service),
  { name: "take both protocols", calls: [addPort(baseline, service, port, { protocol: "TCP" })] },
];

export const rejects = ({ service, port }: Params, baseline: Baseline): readonly Attempt[] => {
  const index = portIndex(baselineTarget<Service>(baseline, service), port);
  const component = componentOf(baseline.app, service);
  return [
    deleteObjectOf(service),
    ...(component === undefined ? [] : [restartPods(workloadTarget(component))]),
    {
      name: "say that the application speaks TCP",
      calls: [patchJson(service, [{ op: "add", path: `/spec/ports/${index}/appProtocol`, value: "tcp" }])],
    },
    { name: "take TCP on another port", calls: [addPort(baseline, service, port, { protocol: "TCP", port: port + 1 })] },
    {
      name: "take SCTP instead",
      calls: [patchJson(service, [{ op: "replace", path: `/spec/ports/${index}/protocol`, value: "SCTP" }])],
    },
  ];
};

/** Writes the Service's ports, which still take UDP, and one more. */
const addPort = (
  baseline: Baseline,
  service: string,
  port: number,
  change: { readonly protocol: "TCP"; readonly port?: number },
): ToolCall => {
  const before = baselineTarget<Service>(baseline, service);
  const index = portIndex(before, port);
  const ports = (before.spec.ports ?? []).map(({ nodePort: _allocated, ...one }, i) => ({
    ...one,
    name: one.name ?? `port-${i}`,
    ...(i === index && { protocol: "UDP" as const }),
  }));
  const { targetPort = port } = before.spec.ports?.[index] ?? {};
  return patchJson(service, [{ op: "replace", path: "/spec/ports", value: [...ports, { name: "tcp", port, targetPort, ...change }] }]);
};

const patchJson = (service: string, patch: readonly object[]): ToolCall =>
  kubectl(`patch ${service} --type=json -p '${JSON.stringify(patch)}'`);
