import { kubectl, onNode } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Cause, mistakeOf } from "./causes.ts";

interface Params {
  readonly node: string;
  readonly cause: Cause;
}

export const accepts = ({ node, cause }: Params): readonly Attempt[] => {
  const name = nameOf(node);
  const mistake = mistakeOf(cause);
  if (mistake !== undefined)
    return [
      { name: "correct the settings and let it be started again", calls: [onNode(name, `sed -i '${mistake.mend}' ${mistake.file}`)] },
      {
        name: "correct the settings, stop and start it",
        calls: [onNode(name, `sed -i '${mistake.mend}' ${mistake.file}`), onNode(name, "systemctl stop kubelet; systemctl start kubelet")],
      },
    ];
  return [
    { name: "restart the kubelet", calls: [onNode(name, "systemctl restart kubelet")] },
    { name: "start the unit by its full name", calls: [onNode(name, "systemctl start kubelet.service")] },
  ];
};

export const rejects = ({ node, cause }: Params, baseline: Baseline): readonly Attempt[] => {
  const pods = (ownObjects(baseline, "pods") as readonly Pod[]).filter(({ spec }) => spec.nodeName === nameOf(node));
  const names = pods.map(({ metadata }) => metadata.name).join(" ");
  const mistake = mistakeOf(cause);
  return [
    deleteObjectOf(node),
    { name: "cordon the node", calls: [kubectl(`cordon ${nameOf(node)}`)] },
    { name: "uncordon the node", calls: [kubectl(`uncordon ${nameOf(node)}`)] },
    ...(mistake === undefined
      ? []
      : [
          { name: "start it as it is", calls: [onNode(nameOf(node), "systemctl start kubelet")] },
          { name: "restart it as it is", calls: [onNode(nameOf(node), "systemctl daemon-reload && systemctl restart kubelet")] },
          {
            name: "remove the file of settings",
            calls: [onNode(nameOf(node), "rm /var/lib/kubelet/config.yaml && systemctl restart kubelet")],
          },
        ]),
    ...(names === ""
      ? []
      : [{ name: "delete its pods by force", calls: [kubectl(`delete pod ${names} --force --grace-period=0 --wait=false`)] }]),
  ];
};
