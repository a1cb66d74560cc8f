import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { tryAgain } from "../refused-pods.ts";
import type { Params } from "./pod-defaults.ts";

/** Look at the configurations that let webhooks change what is written. */
export const LOOK: ToolCall = kubectl("get mutatingwebhookconfigurations");

export const lookAt = ({ configuration }: Params): ToolCall => kubectl(`get ${configuration} -o yaml`);

/** Changes the configuration, and makes the pods anew. */
export const changed = ({ configuration, target }: Params, operation: object): readonly ToolCall[] => [
  kubectl(`patch ${configuration} --type=json -p '${JSON.stringify([operation])}'`),
  tryAgain(target),
];

export const accepts = (params: Params, { namespace }: Baseline): readonly Attempt[] => {
  const { server, target, failurePolicy } = params;
  const values = [namespace, "kube-system"];
  const elsewhere = { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values }] };
  return [
    { name: "leave out the namespace", calls: changed(params, { op: "replace", path: "/webhooks/0/namespaceSelector", value: elsewhere }) },
    {
      name: "ask it of other objects",
      calls: changed(params, { op: "replace", path: "/webhooks/0/rules/0/resources", value: ["replicationcontrollers"] }),
    },
    {
      name: "let the server leave memory alone",
      calls: [
        kubectl(`patch ${server} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/args/2"}]'`),
        kubectl(`rollout status ${server} --timeout=90s`),
        tryAgain(target),
      ],
    },
    ...(failurePolicy === "Ignore"
      ? [
          {
            name: "scale the server down",
            calls: [
              kubectl(`scale ${server} --replicas=0`),
              kubectl(`wait --for=delete pod -l app.kubernetes.io/name=${nameOf(server)} --timeout=60s`),
              tryAgain(target),
            ],
          },
        ]
      : []),
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, container, configuration, server, failurePolicy, pods, memory } = params;
  const values = [nameOf(target)];
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    {
      name: "raise the template's memory",
      calls: [kubectl(`set resources ${target} -c ${container} --limits=memory=1Gi --requests=memory=256Mi`)],
    },
    { name: "delete the configuration and restart nothing", calls: [kubectl(`delete ${configuration}`)] },
    {
      name: "raise what the server gives by a mebibyte",
      calls: [
        kubectl(
          `patch ${server} --type=json -p '${JSON.stringify([{ op: "replace", path: "/spec/template/spec/containers/0/args/2", value: `--memory-limit=${Number.parseInt(memory, 10) + 1}Mi` }])}'`,
        ),
        kubectl(`rollout status ${server} --timeout=90s`),
        tryAgain(target),
      ],
    },
    ...(pods === "namespace"
      ? [
          {
            name: "exempt this workload alone",
            calls: changed(params, {
              op: "replace",
              path: "/webhooks/0/objectSelector",
              value: { matchExpressions: [{ key: baseline.app.labelKey, operator: "NotIn", values }] },
            }),
          },
        ]
      : []),
    ...(failurePolicy === "Fail" ? [{ name: "delete the server", calls: [kubectl(`delete ${server}`), tryAgain(target)] }] : []),
  ];
};
