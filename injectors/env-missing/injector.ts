import { kubectl } from "#core/tool-call.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { setVariable } from "../address-attempts.ts";
import {
  type AddressPlace,
  addressOracle,
  addressParams,
  addressTargets,
  isMissedByUsers,
  isWrongAddressRead,
  rightValue,
  sampleWrongAddress,
} from "../address-variable.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<AddressPlace>({
  id: "env-missing",
  version: 1,
  title: "An environment variable that is needed is not set",
  catalogueType: "env-missing",
  layer: "config",
  scope: "namespace",
  family: "environment",
  needs: [],
  words,
  twins,
  params: addressParams,
  // Nothing stands in for the value: it is taken away.
  targets: (view, place) => addressTargets(view, place, ({ name, value }) => [{ variable: name, value }]),
  sample: (rng, target) => {
    const { value: _, ...place } = sampleWrongAddress(rng, target);
    return place;
  },
  inject: async (cluster, { target, container, variable }, { namespace }) => {
    const containers = [{ name: container, env: [{ $patch: "delete", name: variable }] }];
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "env-missing", catalogueType: "env-missing" }],
  oracle: addressOracle,
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.target}`)],
    [lookAtRevisions(params.target, ".containers[*].env"), setVariable(params, rightValue(params, baseline))],
  ],
  accepts,
  rejects,
  evidence: ({ target, variable }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [`^Name: +${literal(nameOf(target))}$(?![\\s\\S]*^ +${literal(variable)}: )`],
      says: `${target} does not set a variable that its program needs`,
    },
  ],
  symptoms: (params, place) => [
    {
      name: "requests-fail",
      isSeen: async (view) => (await isWrongAddressRead(view, place, params)) && (await isMissedByUsers(view, place, params.target)),
    },
  ],
});
