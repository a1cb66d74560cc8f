import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, replaceByChart, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ target, name, command, port }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  {
    name: "let it listen on another port",
    calls: [patchContainer(target, name, { command: command.map((word) => (word === `${port}` ? "15999" : word)) })],
  },
];

export const rejects = ({ target, name }: Params, _baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "give the other container more memory", calls: [patchContainer(target, name, { resources: { requests: { memory: "64Mi" } } })] },
  { name: "give the other container a probe", calls: [patchContainer(target, name, { livenessProbe: { exec: { command: ["true"] } } })] },
];
