import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, replaceByChart, restartPods, rollBack, scaleUp } from "#kube/checks/attempts.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import { askNothing } from "#kube/checks/wrong-probe.ts";
import type { EarlyProbe, EndingProbe } from "./early-probe.ts";

/** Repairs of a probe that ends a container too early, beside its removal. */
export const acceptPatience = (params: EarlyProbe, baseline: Baseline, field: EndingProbe): readonly Attempt[] => {
  const { target, container } = params;
  const ample = 4 * Math.ceil(componentOf(baseline.app, target)?.startSeconds ?? 0);
  return [
    rollBack(target),
    replaceByChart(baseline, target),
    { name: "let the probe begin later", calls: [patchContainer(target, container, { [field]: { initialDelaySeconds: ample } })] },
    {
      name: "let the probe fail more often",
      calls: [patchContainer(target, container, { [field]: { failureThreshold: Math.ceil(ample / params.periodSeconds) + 1 } })],
    },
  ];
};

/** Lets a startup probe give the program its time before a liveness probe asks. */
export const startFirst = ({ target, container, port }: EarlyProbe, baseline: Baseline): Attempt => ({
  name: "put a startup probe before it",
  calls: [
    patchContainer(target, container, {
      startupProbe: {
        tcpSocket: { port },
        periodSeconds: 2,
        failureThreshold: 2 * Math.ceil(componentOf(baseline.app, target)?.startSeconds ?? 0),
      },
    }),
  ],
});

/** Attempts that do not give the program more time. */
export const rejectHaste = (params: EarlyProbe, field: EndingProbe): readonly Attempt[] => {
  const { target, container } = params;
  return [
    restartPods(target),
    scaleUp(target),
    askNothing(params, field),
    { name: "let each try last longer", calls: [patchContainer(target, container, { [field]: { timeoutSeconds: 30 } })] },
    {
      name: "let the container end more slowly",
      calls: [patchContainer(target, container, { [field]: { terminationGracePeriodSeconds: 60 } })],
    },
  ];
};
