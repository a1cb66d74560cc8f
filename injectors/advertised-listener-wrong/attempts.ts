import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";
import { addressesIn, clientsOf, onHost, type Params, rightValue } from "./advertised.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target } = params;
  const right = rightValue(params, baseline);
  const [before] = addressesIn(right);
  return [
    replaceByChart(baseline, target),
    createAnew(baseline, target),
    {
      name: "advertise the Service's full name",
      calls: [setTo(params, onHost(right, `${before?.host}.${baseline.namespace}.svc.cluster.local`))],
    },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, container, variable, value } = params;
  const [told] = addressesIn(value);
  const clients = clientsOf(baseline.app, target);
  return [
    restartPods(target),
    scaleDown(target),
    { name: "restart the clients", calls: clients.map((client) => kubectl(`rollout restart ${client}`)) },
    { name: "take the variable away", calls: [kubectl(`set env ${target} -c ${container} ${variable}-`)] },
    { name: "advertise yet another name", calls: [setTo(params, onHost(value, `${nameOf(target)}-9`))] },
    ...(told !== undefined && canBeAliased(params)
      ? [
          {
            name: "give the clients the name in their hosts files",
            calls: clients.map((client) => alias(baseline, { client, target, host: told.host })),
          },
        ]
      : []),
  ];
};

/** Call that lets the broker advertise other listeners. */
export const setTo = ({ target, container, variable }: Params, value: string): ToolCall =>
  kubectl(`set env ${target} -c ${container} ${variable}=${value}`);

/** True for a name that a hosts file can give another address. */
const canBeAliased = ({ value }: Params): boolean =>
  addressesIn(value).every(({ host }) => /^[a-z][a-z0-9-]*$/.test(host) && host !== "localhost");

const alias = (
  baseline: Baseline,
  { client, target, host }: { readonly client: string; readonly target: string; readonly host: string },
): ToolCall => {
  const ip = baselineObject<Service>(baseline, "services", nameOf(target))?.spec.clusterIP;
  return kubectl(`patch ${client} -p '${JSON.stringify({ spec: { template: { spec: { hostAliases: [{ ip, hostnames: [host] }] } } } })}'`);
};
