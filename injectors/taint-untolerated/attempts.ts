import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { givenTaints } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";

interface Params {
  readonly target: string;
  readonly nodes: readonly string[];
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

export const accepts = ({ nodes, key, value, effect }: Params): readonly Attempt[] => {
  const names = nodes.map(nameOf);
  return [
    {
      name: "make the taint a preference",
      calls: [
        kubectl(`taint nodes ${names.join(" ")} ${key}=${value}:PreferNoSchedule --overwrite`),
        kubectl(`taint nodes ${names.join(" ")} ${key}:${effect}-`),
      ],
    },
    { name: "name the taint with its value", calls: [kubectl(`taint nodes ${names.join(" ")} ${key}=${value}:${effect}-`)] },
  ];
};

export const rejects = ({ target, nodes, key, effect }: Params, baseline: Baseline): readonly Attempt[] => {
  const tolerations = [{ key, operator: "Exists", effect }];
  const kept = ((baseline.objects["nodes"] ?? []) as readonly Node[]).filter((node) => givenTaints(node).length > 0);
  const everyNode = [...nodes.map(nameOf), ...kept.map(({ metadata }) => metadata.name)];
  return [
    restartPods(target),
    scaleUp(target),
    { name: "uncordon the nodes", calls: [kubectl(`uncordon ${nodes.map(nameOf).join(" ")}`)] },
    {
      name: "tolerate it in one workload",
      calls: [kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { tolerations } } } })}'`)],
    },
    ...(kept.length === 0
      ? []
      : [
          {
            name: "take all taints off all nodes",
            calls: everyNode.map((name) => kubectl(`patch node ${name} --type=merge -p '{"spec":{"taints":null}}'`)),
          },
        ]),
  ];
};
