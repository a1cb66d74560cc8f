import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { tryAgain } from "../refused-pods.ts";
import type { Params } from "./injector.ts";
import { LEVEL } from "./judge-level.ts";
import { COMPLIANT } from "./twins.ts";

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "enforce the baseline level", calls: [label(baseline, "enforce=baseline"), tryAgain(target)] },
  { name: "let all pods in", calls: [label(baseline, "enforce=privileged"), tryAgain(target)] },
  { name: "warn of the level alone", calls: [label(baseline, "enforce-"), label(baseline, `warn=${LEVEL}`), tryAgain(target)] },
];

export const rejects = ({ target }: Params, baseline: Baseline): readonly Attempt[] => {
  const { containers, initContainers = [] } = baselineWorkload(baseline, target).spec.template.spec;
  const comply = (list: readonly { readonly name: string }[]) => list.map(({ name }) => ({ name, securityContext: COMPLIANT }));
  const spec = { containers: comply(containers), ...(initContainers.length > 0 && { initContainers: comply(initContainers) }) };
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "lower what is warned of", calls: [label(baseline, "warn=privileged"), tryAgain(target)] },
    { name: "pin older rules of the level", calls: [label(baseline, "enforce-version=v1.24"), tryAgain(target)] },
    {
      name: "let the pods of this workload alone meet the level",
      calls: [kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec } } })}'`)],
    },
  ];
};

/** Sets or, with a hyphen at the end, removes a label of Pod Security. */
const label = ({ namespace }: Baseline, change: string): ToolCall =>
  kubectl(`label namespace ${namespace} pod-security.kubernetes.io/${change} --overwrite`);
