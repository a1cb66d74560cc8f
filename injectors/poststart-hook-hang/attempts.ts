import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { type EndlessHook, hookPatch } from "./endless-hook.ts";

type Params = EndlessHook & { readonly target: string };

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  // An image may have no program that a hook could run.
  { name: "let the hook end soon", calls: [patchHook(target, container, { exec: null, sleep: { seconds: 2 } })] },
];

export const rejects = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "let the hook take an hour", calls: [patchHook(target, container, { exec: { command: ["sleep", "3600"] } })] },
  { name: "run a pod without a controller", calls: [kubectl("apply -f -", barePodText(baseline, target))] },
];

const patchHook = (target: string, container: string, hook: object) =>
  kubectl(`patch ${target} -p '${JSON.stringify(hookPatch(container, hook))}'`);
