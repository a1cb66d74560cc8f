import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, patchContainer, restartPods, rollBack, scaleDown } from "#kube/checks/attempts.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { componentOf } from "#kube/checks/fault-target.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly command: string;
}

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => {
  const words = containerOf(baselineWorkload(baseline, target), container)?.command ?? [];
  const program = componentOf(baseline.app, target)?.program;
  return [
    rollBack(target),
    createAnew(baseline, target),
    ...(program === undefined
      ? []
      : [{ name: "name the program by its path", calls: [patchContainer(target, container, { command: [program, ...words.slice(1)] })] }]),
  ];
};

export const rejects = ({ target, container, command }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  { name: "start a program that only waits", calls: [patchContainer(target, container, { command: ["sleep", "infinity"] })] },
  ...(componentOf(baseline.app, target)?.siblingPrograms ?? [])
    .filter((sibling) => sibling !== command)
    .slice(0, 1)
    .map((sibling) => ({ name: "start yet another program", calls: [patchContainer(target, container, { command: [sibling] })] })),
];
