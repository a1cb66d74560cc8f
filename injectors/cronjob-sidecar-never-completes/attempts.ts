import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { nativeSidecars, podSpecOf } from "#kube/listings/logged-tasks.ts";
import type { CronJob } from "#kube/types/workloads.ts";

interface Params {
  readonly target: string;
  readonly sidecar: string;
}

/** Strategic merge patch of the pods that a CronJob makes. */
export const patchPods = (target: string, spec: object): ToolCall => patch(target, { jobTemplate: { spec: { template: { spec } } } });

/** Deletes the runs of a CronJob that are not completed, by the labels that it gives them. */
export const deleteRuns = (baseline: Baseline, target: string): ToolCall => {
  const { metadata = {} } = baselineTarget<CronJob>(baseline, target).spec.jobTemplate;
  const labels = Object.entries((metadata["labels"] ?? {}) as Readonly<Record<string, string>>).map(([key, value]) => `${key}=${value}`);
  return kubectl(`delete jobs -l ${labels.join(",")} --field-selector=status.successful=0`);
};

export const accepts = ({ target, sidecar }: Params, baseline: Baseline): readonly Attempt[] => {
  const { name, calls } = replaceByChart(baseline, target);
  return [
    { name, calls: [...calls, deleteRuns(baseline, target)] },
    createAnew(baseline, target),
    {
      name: "let the task tell its sidecar that it is done",
      calls: [
        patchPods(target, { containers: [...tellingTask(baseline, target), listener(baseline, target, sidecar)] }),
        deleteRuns(baseline, target),
      ],
    },
  ];
};

/** The task, which leaves a file beside the log when it is done. */
const tellingTask = (baseline: Baseline, target: string): readonly object[] =>
  specBefore(baseline, target).containers.map(({ name, command = [], volumeMounts = [] }) => ({
    name,
    command: [...command.slice(0, -1), `${command.at(-1)}; touch ${volumeMounts[0]?.mountPath}/done`],
  }));

/** The sidecar, which waits for that file. */
const listener = (baseline: Baseline, target: string, sidecar: string): object => {
  const { command = [], volumeMounts = [] } = nativeSidecars(specBefore(baseline, target)).find(({ name }) => name === sidecar) ?? {};
  const file = command.at(-1)?.split(" ").at(-1);
  return { name: sidecar, command: ["sh", "-c", `until [ -f ${volumeMounts[0]?.mountPath}/done ]; do sleep 1; done; cat ${file}`] };
};

const specBefore = (baseline: Baseline, target: string) => podSpecOf(baselineTarget<CronJob>(baseline, target));

export const rejects = ({ target, sidecar }: Params, baseline: Baseline): readonly Attempt[] => {
  const { initContainers = [] } = specBefore(baseline, target);
  const withoutSidecar = { containers: [{ name: sidecar, $patch: "delete" }] };
  return [
    { name: "delete the runs", calls: [deleteRuns(baseline, target)] },
    { name: "move the sidecar and leave the run that hangs", calls: [patchPods(target, { initContainers, ...withoutSidecar })] },
    { name: "take the sidecar out", calls: [patchPods(target, withoutSidecar), deleteRuns(baseline, target)] },
    { name: "suspend the CronJob", calls: [patch(target, { suspend: true }), deleteRuns(baseline, target)] },
    { name: "let runs overlap", calls: [patch(target, { concurrencyPolicy: "Allow" })] },
    {
      name: "end the runs after a time",
      calls: [patch(target, { jobTemplate: { spec: { activeDeadlineSeconds: 60 } } }), deleteRuns(baseline, target)],
    },
    { name: "delete the CronJob", calls: [kubectl(`delete ${target}`)] },
  ];
};

const patch = (target: string, spec: object): ToolCall => kubectl(`patch ${target} -p '${JSON.stringify({ spec })}'`);
