import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import type { Service } from "#kube/types/network.ts";

interface Params {
  readonly service: string;
  readonly port: number;
  readonly targetPort: number;
}

export const accepts = ({ service }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, service),
  createAnew(baseline, service),
];

export const rejects = ({ service, port, targetPort }: Params, baseline: Baseline): readonly Attempt[] => {
  const ports = baselineTarget<Service>(baseline, service).spec.ports ?? [];
  const changed = (change: Partial<(typeof ports)[number]>) =>
    ports.map((candidate) => (candidate.port === port ? { ...candidate, ...change } : candidate));
  return [
    deleteObjectOf(service),
    { name: "change the Service's port as well", calls: [setPorts(service, changed({ port: targetPort, targetPort: port }))] },
    { name: "send to yet another closed port", calls: [setPorts(service, changed({ targetPort: targetPort + 1 }))] },
    { name: "send to a name that no container has", calls: [setPorts(service, changed({ targetPort: "main" }))] },
  ];
};

const setPorts = (service: string, ports: Service["spec"]["ports"]): ToolCall =>
  kubectl(`patch ${service} --type=json -p '${JSON.stringify([{ op: "replace", path: "/spec/ports", value: ports }])}'`);
