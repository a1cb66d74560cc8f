import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, replaceByChart, restartPods, rollBack } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { askNothing, askOpenPort, type WrongProbe } from "#kube/checks/wrong-probe.ts";

export const accepts = (params: WrongProbe, baseline: Baseline): readonly Attempt[] => [
  rollBack(params.target),
  replaceByChart(baseline, params.target),
  ...askOpenPort(baseline, params, "readinessProbe"),
];

export const rejects = (params: WrongProbe, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.target),
  askNothing(params, "readinessProbe"),
  {
    name: "publish pods that are not ready",
    calls: [kubectl(`patch service ${nameOf(params.target)} -p '{"spec":{"publishNotReadyAddresses":true}}'`)],
  },
  { name: "run a bare pod without the probe", calls: [kubectl("create -f -", barePodText(baseline, params.target))] },
];
