import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, rollBack, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { givenTaints, HOSTNAME, workersAmong } from "#kube/listings/list-nodes.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";

interface Params {
  readonly target: string;
  readonly node: string;
}

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => {
  const workers = workersOf(baseline);
  const { tolerations } = baselineWorkload(baseline, target).spec.template.spec;
  // First where it ran before, since its volume may be bound to that node; a taint may have come since.
  const pod = (ownObjects(baseline, "pods") as readonly Pod[]).find(({ metadata }) => isPodNameOf(metadata.name, nameOf(target)));
  const former = workers.filter(({ metadata }) => metadata.name === pod?.spec.nodeName);
  const node = [...former, ...workers].find((worker) => givenTaints(worker).every((taint) => tolerates(tolerations, taint)));
  const nodeSelector = { [HOSTNAME]: node?.metadata.labels?.[HOSTNAME] };
  return [
    rollBack(target),
    replaceByChart(baseline, target),
    {
      name: "ask for a worker that takes it",
      calls: [kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { nodeSelector } } } })}'`)],
    },
  ];
};

export const rejects = ({ target, node }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  {
    name: "call a worker by the missing name",
    calls: workersOf(baseline)
      .slice(0, 1)
      .map(({ metadata }) => kubectl(`label node ${metadata.name} ${HOSTNAME}=${node} --overwrite`)),
  },
];

const workersOf = ({ objects }: Baseline): readonly Node[] => workersAmong((objects["nodes"] ?? []) as readonly Node[]);
