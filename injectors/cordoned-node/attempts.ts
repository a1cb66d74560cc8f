import { kubectl } from "#core/tool-call.ts";
import { type Attempt, restartPods, scaleDown, scaleUp, tolerateAll } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ nodes }: Params): readonly Attempt[] => [
  {
    name: "take the field out",
    calls: nodes.map((node) => kubectl(`patch ${node} --type=json -p '[{"op":"remove","path":"/spec/unschedulable"}]'`)),
  },
  { name: "uncordon all workers by their labels", calls: [kubectl("uncordon -l '!node-role.kubernetes.io/control-plane'")] },
];

export const rejects = ({ target, nodes }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  {
    name: "take the taint off",
    calls: [kubectl(`taint nodes ${nodes.map(nameOf).join(" ")} node.kubernetes.io/unschedulable:NoSchedule-`)],
  },
  { name: "delete a node", calls: nodes.slice(0, 1).map((node) => kubectl(`delete ${node}`)) },
];
