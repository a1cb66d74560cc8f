import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { initPatch } from "../wait-container.ts";
import type { FailingCheck } from "./failing-check.ts";

type Params = FailingCheck & { readonly target: string };

export const accepts = ({ target, name, setting }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  { name: "give the container the setting", calls: [patchInit(target, { name, env: [{ name: setting, value: "1" }] })] },
  { name: "let the container end well", calls: [patchInit(target, { name, command: ["true"] })] },
];

export const rejects = ({ target, name, setting }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "give the container an empty setting", calls: [patchInit(target, { name, env: [{ name: setting, value: "" }] })] },
  { name: "let the container run on beside the others", calls: [patchInit(target, { name, restartPolicy: "Always" })] },
  { name: "run a pod without a controller", calls: [kubectl("apply -f -", barePodText(baseline, target))] },
];

const patchInit = (target: string, container: object) => kubectl(`patch ${target} -p '${JSON.stringify(initPatch(container))}'`);
