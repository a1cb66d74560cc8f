import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { hadRights } from "./account-rights.ts";

interface Params {
  readonly target: string;
  /** `serviceaccount/<name>` */
  readonly account: string;
}

export const accepts = ({ target, account }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  // An account that is made anew has no rights; who needs those of another does not work with it.
  ...(hadRights(baseline, target)
    ? []
    : [
        // The controller's back-off is long by then.
        {
          name: "create the service account",
          calls: [kubectl(`create ${account.replace("/", " ")}`), kubectl(`rollout restart ${target}`)],
        },
        {
          name: "run as the default account",
          calls: [kubectl(`set serviceaccount ${target} default`)],
        },
      ]),
];

export const rejects = ({ target, account }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "name another account that does not exist", calls: [kubectl(`set serviceaccount ${target} ${nameOf(account)}-2`)] },
  {
    name: "give rights to the missing account",
    calls: [kubectl(`create rolebinding ${nameOf(account)} --clusterrole=view --serviceaccount=${baseline.namespace}:${nameOf(account)}`)],
  },
  { name: "run a pod without a controller", calls: [kubectl("apply -f -", barePodText(baseline, target))] },
];
