import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { tryAgain } from "../refused-pods.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ target, priorityClass, high }: Params): readonly Attempt[] => [
  {
    name: "take the field out",
    calls: [kubectl(`patch ${priorityClass} --type=json -p '[{"op":"remove","path":"/globalDefault"}]'`), tryAgain(target)],
  },
  {
    name: "give the workload a higher class as well",
    calls: [setDefault(priorityClass, false), setClass(target, high)],
  },
];

export const rejects = ({ target, priorityClass, high, batch, parts }: Params): readonly Attempt[] => {
  const all = Array.from({ length: parts }, (_, i) => `${batch}-${i}`).join(" ");
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "end the default alone", calls: [setDefault(priorityClass, false)] },
    { name: "give this workload alone a higher class", calls: [setClass(target, high)] },
    { name: "delete the work in bulk", calls: [kubectl(`delete deployment ${all}`)] },
    { name: "delete the class", calls: [kubectl(`delete ${priorityClass}`), tryAgain(target)] },
  ];
};

/** Makes a class the default, or ends that. */
export const setDefault = (priorityClass: string, globalDefault: boolean): ToolCall =>
  kubectl(`patch ${priorityClass} --type=merge -p '${JSON.stringify({ globalDefault })}'`);

const setClass = (target: string, priorityClassName: string): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { priorityClassName } } } })}'`);
