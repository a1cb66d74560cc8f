import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { initPatch, type Wait, waitContainer } from "../wait-container.ts";

type Params = Wait & { readonly target: string };

export const accepts = ({ target, name }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  { name: "let the container end at once", calls: [patchInit(target, { name, command: ["true"] })] },
];

export const rejects = ({ target, name, host }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "wait for another name", calls: [patchInit(target, waitContainer({ name, host: `${host}-v2` }))] },
  {
    name: "create a Service of that name",
    calls: [kubectl(`create service clusterip ${nameOf(host)} --tcp=80:80`)],
  },
  { name: "run a pod without a controller", calls: [kubectl("apply -f -", barePodText(baseline, target))] },
];

const patchInit = (target: string, container: object) => kubectl(`patch ${target} -p '${JSON.stringify(initPatch(container))}'`);
