import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { VALIDATING } from "#kube/types/webhooks.ts";
import { tryAgain } from "../refused-pods.ts";
import type { Params } from "./injector.ts";

export const accepts = (params: Params, { namespace }: Baseline): readonly Attempt[] => [
  changed(params, "take the webhook out of the configuration", { op: "remove", path: "/webhooks/0" }),
  changed(params, "leave out the namespace", {
    op: "replace",
    path: "/webhooks/0/namespaceSelector",
    value: { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: [namespace, "kube-system"] }] },
  }),
  changed(params, "ask it of other objects", { op: "replace", path: "/webhooks/0/rules/0/resources", value: ["replicationcontrollers"] }),
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, backend } = params;
  const [other] = baseline.objects[VALIDATING] ?? [];
  const values = [nameOf(target)];
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    changed(params, "give up sooner", { op: "replace", path: "/webhooks/0/timeoutSeconds", value: 1 }),
    changed(params, "exempt this workload alone", {
      op: "add",
      path: "/webhooks/0/objectSelector",
      value: { matchExpressions: [{ key: baseline.app.labelKey, operator: "NotIn", values }] },
    }),
    {
      name: "create the Service without anything behind it",
      calls: [kubectl(`create service clusterip ${nameOf(backend)} --tcp=443:8443`), tryAgain(target)],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: "delete another webhook",
            calls: [kubectl(`delete validatingwebhookconfiguration ${other.metadata.name}`), tryAgain(target)],
          },
        ]),
  ];
};

const changed = ({ target, configuration }: Params, name: string, operation: object): Attempt => ({
  name,
  calls: [kubectl(`patch ${configuration} --type=json -p '${JSON.stringify([operation])}'`), tryAgain(target)],
});
