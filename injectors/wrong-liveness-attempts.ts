import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, replaceByChart, restartPods, rollBack } from "#kube/checks/attempts.ts";
import { askNothing, askOpenPort, type WrongPort } from "#kube/checks/wrong-probe.ts";

/** Repairs of a liveness probe that never passes, beside its removal. */
export const acceptLiveness = (params: WrongPort, baseline: Baseline): readonly Attempt[] => [
  rollBack(params.target),
  replaceByChart(baseline, params.target),
  ...askOpenPort(baseline, params, "livenessProbe"),
];

/** Attempts after which the probe still asks nothing that answers it. */
export const rejectLiveness = (params: WrongPort): readonly Attempt[] => {
  const { target, container, path, port } = params;
  const patient = { failureThreshold: 1000 };
  return [
    restartPods(target),
    askNothing(params, "livenessProbe"),
    ...(path === undefined
      ? []
      : [
          {
            name: "ask another path",
            calls: [patchContainer(target, container, { livenessProbe: { httpGet: { path: `${path}/live`, port } } })],
          },
        ]),
    { name: "let the probe fail a thousand times", calls: [patchContainer(target, container, { livenessProbe: patient })] },
    {
      name: "ask another closed port, patiently",
      calls: [patchContainer(target, container, { livenessProbe: { ...patient, httpGet: null, tcpSocket: { port: port + 1 } } })],
    },
  ];
};
