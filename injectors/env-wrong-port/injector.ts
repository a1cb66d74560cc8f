import { kubectl } from "#core/tool-call.ts";
import { parseAddress } from "#kube/app/address.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import {
  addressOracle,
  addressTargets,
  isWrongAddressRead,
  readAddress,
  rightValue,
  type SpeltAddress,
  sampleWrongAddress,
  type WrongAddress,
  type WrongValue,
  wrongAddressParams,
} from "../address-variable.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<WrongAddress>({
  id: "env-wrong-port",
  version: 1,
  title: "An address in an environment variable is wrong",
  catalogueType: "env-address",
  layer: "config",
  scope: "namespace",
  family: "environment",
  needs: [],
  words,
  twins,
  params: wrongAddressParams,
  targets: (view, place) => addressTargets(view, place, wrongPorts),
  sample: sampleWrongAddress,
  inject: async (cluster, { target, container, variable, value }, { namespace }) => {
    const containers = [{ name: container, env: [{ name: variable, value }] }];
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "env-wrong-port", catalogueType: "env-address" }],
  oracle: addressOracle,
  solve: (params, baseline) => {
    const { target, service, container, variable } = params;
    return [
      [kubectl(`rollout undo ${target}`)],
      [kubectl(`get ${service}`), kubectl(`set env ${target} -c ${container} ${variable}=${rightValue(params, baseline)}`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, variable, value }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +${literal(variable)}: +${literal(value)}$`],
      says: `${target} has ${variable}=${value}, which is no port of the Service`,
    },
  ],
  symptoms: (params, place) => [
    {
      name: "address-not-answered",
      isSeen: async (view) => {
        const address = (await isWrongAddressRead(view, place, params)) ? await readAddress(view, place, params) : undefined;
        if (address === undefined) return false;
        const { kind } = await view.probe({ from: { namespace: place.namespace }, ...address });
        return kind !== "connected" && kind !== "response";
      },
    },
  ],
});

/** The address with a port beside the right one, or one that somebody took for it, which the Service does not have. */
const wrongPorts = ({ name, port: portVariable, value, portValue, servicePorts }: SpeltAddress): readonly WrongValue[] => {
  const port = Number(portValue ?? parseAddress(value, 0).port);
  return [port + 1, port + 2, port - 1, 9999, 1]
    .filter((candidate) => candidate > 0 && !servicePorts.includes(candidate))
    .map((candidate) =>
      portVariable === undefined
        ? { variable: name, value: value.replace(`:${port}`, `:${candidate}`) }
        : { variable: portVariable, value: `${candidate}` },
    );
};
