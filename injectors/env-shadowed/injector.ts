import { kubectl } from "#core/tool-call.ts";
import { containerOf } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import {
  addressOracle,
  addressTargets,
  isMissedByUsers,
  isWrongAddressRead,
  type SpeltAddress,
  sampleWrongAddress,
  type WrongAddress,
  type WrongValue,
  wrongAddressParams,
} from "../address-variable.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects, removeSecond } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<WrongAddress>({
  id: "env-shadowed",
  version: 1,
  title: "An environment variable that is defined twice",
  catalogueType: "env-shadowed",
  layer: "config",
  scope: "namespace",
  family: "environment",
  needs: [],
  words,
  twins,
  params: wrongAddressParams,
  targets: (view, place) => addressTargets(view, place, hostsElsewhere),
  sample: sampleWrongAddress,
  inject: async (cluster, { target, container, variable, value }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    const env = (workload && containerOf(workload, container)?.env) ?? [];
    // A merge by name would change the definition that is there.
    const whole = [{ $patch: "replace" }, ...env, { name: variable, value }];
    await recreateWorkload(
      cluster,
      { namespace, target },
      { spec: { template: { spec: { containers: [{ name: container, env: whole }] } } } },
    );
  },
  truth: ({ target }) => [{ resource: target, faultType: "env-shadowed", catalogueType: "env-shadowed" }],
  oracle: addressOracle,
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.target}`)],
    [kubectl(`get ${params.target} -o yaml`), removeSecond(params, baseline)],
  ],
  accepts,
  rejects,
  evidence: ({ target, variable, value }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +${literal(variable)}: +\\S.*\\n(?: .*\\n)*? +${literal(variable)}: +${literal(value)}$`],
      says: `${target} defines ${variable} twice, and the last definition, ${value}, counts`,
    },
  ],
  symptoms: (params, place) => [
    {
      name: "requests-fail",
      isSeen: async (view) => (await isWrongAddressRead(view, place, params)) && (await isMissedByUsers(view, place, params.target)),
    },
  ],
});

/** The address as it is on the machine of a developer, or in another environment. */
const hostsElsewhere = ({ name, value, service }: SpeltAddress): readonly WrongValue[] =>
  ["localhost", "127.0.0.1", `${nameOf(service)}-staging`, `${nameOf(service)}-old`].map((host) => ({
    variable: name,
    value: value.replace(nameOf(service), host),
  }));
