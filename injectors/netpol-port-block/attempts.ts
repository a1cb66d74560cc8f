import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Attempt, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { NetworkPolicyPort } from "#kube/types/network.ts";
import { ingressPolicy, type Params } from "./port-policy.ts";

export const accepts = (params: Params): readonly Attempt[] => [
  { name: "allow every port", calls: [apply(params, nameOf(params.policy), [])] },
  { name: "add a policy that allows what is needed", calls: [apply(params, `${nameOf(params.policy)}-2`, [])] },
  {
    name: "put a policy of another name in its place",
    calls: [apply(params, `${nameOf(params.policy)}-2`, []), kubectl(`delete ${params.policy}`)],
  },
];

export const rejects = (params: Params): readonly Attempt[] => [
  restartPods(params.target),
  scaleUp(params.target),
  { name: "allow yet another port", calls: [apply(params, nameOf(params.policy), [{ protocol: "TCP", port: params.port + 1 }])] },
  { name: "allow every port of another protocol", calls: [apply(params, nameOf(params.policy), [{ protocol: "UDP" }])] },
  { name: "allow no port at all", calls: [kubectl(`patch ${params.policy} --type=merge -p '{"spec":{"ingress":[]}}'`)] },
];

const apply = ({ labels }: Params, name: string, ports: readonly NetworkPolicyPort[]): ToolCall =>
  kubectl("apply -f -", JSON.stringify(ingressPolicy({ name }, labels, ports)));
