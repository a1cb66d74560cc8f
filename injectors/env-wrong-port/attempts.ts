import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { parseAddress } from "#kube/app/address.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { nameInFull, setVariable } from "../address-attempts.ts";
import { rightValue, type WrongAddress } from "../address-variable.ts";

export const accepts = (params: WrongAddress, baseline: Baseline): readonly Attempt[] => {
  const { target } = params;
  return [
    createAnew(baseline, target),
    // An operator takes a port away that it knows nothing of.
    ...(componentOf(baseline.app, params.service)?.operatedBy === undefined
      ? [{ name: "give the Service the port that the caller dials", calls: [openPort(params, baseline)] }]
      : []),
    replaceByChart(baseline, target),
    ...nameInFull(params, baseline),
  ];
};

export const rejects = (params: WrongAddress, baseline: Baseline): readonly Attempt[] => {
  const { target, variable } = params;
  const right = rightValue(params, baseline);
  const port = portIn(right);
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "try yet another port", calls: [setVariable(params, right.replace(`${port}`, `${port + 3}`))] },
    { name: "take the variable away", calls: [kubectl(`set env ${target} ${variable}-`)] },
  ];
};

/** Adds the wrong port to the Service, before the container's port of the right one; several ports need names. */
const openPort = (params: WrongAddress, baseline: Baseline): ToolCall => {
  const [right, port] = [portIn(rightValue(params, baseline)), portIn(params.value)];
  const ports = baselineTarget<Service>(baseline, params.service).spec.ports ?? [];
  const named = ports.map((one) => ({ ...one, name: one.name ?? `p${one.port}` }));
  const { targetPort = right } = ports.find((one) => one.port === right) ?? {};
  const value = [...named, { name: `p${port}`, port, protocol: "TCP", targetPort }];
  return kubectl(`patch ${params.service} --type=json -p '${JSON.stringify([{ op: "replace", path: "/spec/ports", value }])}'`);
};

/** The port of an address, or the text that is one. */
const portIn = (text: string): number => (text.includes(":") ? parseAddress(text, 0).port : Number(text));
