import { kubectl, onNode } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Pod } from "#kube/types/pod.ts";

interface Params {
  readonly node: string;
}

export const accepts = ({ node }: Params): readonly Attempt[] => [
  { name: "restart the kubelet", calls: [onNode(nameOf(node), "systemctl restart kubelet")] },
  { name: "start the unit by its full name", calls: [onNode(nameOf(node), "systemctl start kubelet.service")] },
];

export const rejects = ({ node }: Params, baseline: Baseline): readonly Attempt[] => {
  const pods = (ownObjects(baseline, "pods") as readonly Pod[]).filter(({ spec }) => spec.nodeName === nameOf(node));
  const names = pods.map(({ metadata }) => metadata.name).join(" ");
  return [
    deleteObjectOf(node),
    { name: "cordon the node", calls: [kubectl(`cordon ${nameOf(node)}`)] },
    { name: "uncordon the node", calls: [kubectl(`uncordon ${nameOf(node)}`)] },
    ...(names === ""
      ? []
      : [{ name: "delete its pods by force", calls: [kubectl(`delete pod ${names} --force --grace-period=0 --wait=false`)] }]),
  ];
};
