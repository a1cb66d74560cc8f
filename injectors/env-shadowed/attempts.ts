import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { rightValue, type WrongAddress } from "../address-variable.ts";

export const accepts = (params: WrongAddress, baseline: Baseline): readonly Attempt[] => {
  const right = rightValue(params, baseline);
  return [
    createAnew(baseline, params.target),
    { name: "give the second definition the value of the first", calls: [writeSecond(params, baseline, { value: right })] },
    {
      name: "take the variable away and set it once",
      calls: [setTo(params, "-"), setTo(params, `=${right}`)],
    },
  ];
};

export const rejects = (params: WrongAddress, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.target),
  scaleDown(params.target),
  scaleUp(params.target),
  { name: "correct the first definition alone", calls: [writeFirst(params, baseline)] },
  { name: "take both definitions away", calls: [setTo(params, "-")] },
];

/** Removes the definition that hides the other: it was added after the container's last one. */
export const removeSecond = (params: WrongAddress, baseline: Baseline): ToolCall =>
  patchJson(params, [{ op: "remove", path: pathOf(params, baseline, definitions(params, baseline).length) }]);

const writeSecond = (params: WrongAddress, baseline: Baseline, change: { readonly value: string }): ToolCall =>
  patchJson(params, [{ op: "replace", path: `${pathOf(params, baseline, definitions(params, baseline).length)}/value`, ...change }]);

/** Writes the first one as it is, only in other words. */
const writeFirst = (params: WrongAddress, baseline: Baseline): ToolCall => {
  const first = definitions(params, baseline).findIndex(({ name }) => name === params.variable);
  return patchJson(params, [{ op: "replace", path: `${pathOf(params, baseline, first)}/value`, value: rightValue(params, baseline) }]);
};

const setTo = ({ target, container, variable }: WrongAddress, end: string): ToolCall =>
  kubectl(`set env ${target} -c ${container} ${variable}${end}`);

const patchJson = ({ target }: WrongAddress, operations: readonly object[]): ToolCall =>
  kubectl(`patch ${target} --type=json -p '${JSON.stringify(operations)}'`);

const definitions = ({ target, container }: WrongAddress, baseline: Baseline) =>
  containerOf(baselineWorkload(baseline, target), container)?.env ?? [];

const pathOf = ({ target, container }: WrongAddress, baseline: Baseline, index: number): string => {
  const { containers } = baselineWorkload(baseline, target).spec.template.spec;
  return `/spec/template/spec/containers/${containers.findIndex(({ name }) => name === container)}/env/${index}`;
};
