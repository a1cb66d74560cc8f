import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { hostAliasesOf, type StaleAliases } from "./stale-aliases.ts";

export const accepts = (params: StaleAliases, baseline: Baseline): readonly Attempt[] => [
  rollBack(params.target),
  replaceByChart(baseline, params.target),
  { name: "give the aliases the Services' addresses", calls: [pointAt(params, baseline, (service) => service)] },
];

export const rejects = (params: StaleAliases, baseline: Baseline): readonly Attempt[] => {
  const { target, aliases } = params;
  const [{ service } = { service: "" }] = aliases;
  const callee = componentOf(baseline.app, service);
  const written = hostAliasesOf(params, baseline.namespace);
  const other = (ownObjects(baseline, "services") as readonly Service[]).find(
    ({ metadata, spec }) =>
      aliases.every((alias) => nameOf(alias.service) !== metadata.name) && spec.clusterIP !== undefined && spec.clusterIP !== "None",
  );
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    createAnew(baseline, service),
    ...(callee === undefined ? [] : [restartPods(workloadTarget(callee))]),
    {
      name: "leave the short names out",
      calls: [
        writeAliases(
          target,
          written.map(({ ip, hostnames }) => ({ ip, hostnames: hostnames.slice(1) })),
        ),
      ],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: "give the aliases another Service's address",
            calls: [pointAt(params, baseline, () => `service/${other.metadata.name}`)],
          },
        ]),
  ];
};

const pointAt = ({ target, aliases }: StaleAliases, baseline: Baseline, addressed: (service: string) => string): ToolCall =>
  writeAliases(
    target,
    hostAliasesOf(
      {
        aliases: aliases.map(({ service }) => ({
          service,
          ip: baselineTarget<Service>(baseline, addressed(service)).spec.clusterIP ?? "",
        })),
      },
      baseline.namespace,
    ),
  );

const writeAliases = (target: string, value: readonly object[]): ToolCall =>
  kubectl(`patch ${target} --type=json -p '${JSON.stringify([{ op: "replace", path: "/spec/template/spec/hostAliases", value }])}'`);
