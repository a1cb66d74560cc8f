import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { consumerCannotStart } from "../start-refused.ts";
import { accepts, rejects } from "./attempts.ts";
import { readSecrets } from "./read-secret.ts";
import { create, judgeSecret, lookAtLike, type Params, valuesBefore } from "./secret-content.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "secret-missing",
  version: 1,
  title: "A Secret was deleted",
  catalogueType: "secret-missing",
  layer: "config",
  scope: "namespace",
  family: "secret",
  needs: [],
  words,
  twins,
  params: z.object({ secret: objectRef("secret"), consumer: objectRef("deployment", "statefulset") }),
  targets: readSecrets,
  sample: (_rng, { resource, facts }) => ({ secret: resource, consumer: `${facts["consumer"]}` }),
  inject: async (cluster, { secret, consumer }, { namespace }) => {
    await deleteObject(cluster, { resource: "secrets", namespace, name: nameOf(secret) });
    await recyclePods(cluster, namespace, consumer);
  },
  truth: ({ secret, consumer }) => [
    { resource: secret, faultType: "secret-missing", catalogueType: "secret-missing", alsoNamed: [consumer] },
  ],
  oracle: ({ secret, consumer }, baseline) => ({
    checks: [writtenDefectGone("secret-restored", (view) => judgeSecret(view, baseline, secret)), workloadRuns(baseline, consumer)],
    trials: [],
  }),
  solve: (params, baseline) => {
    const values = valuesBefore(baseline, params.secret);
    const looks = lookAtLike(baseline, params);
    return [
      [...looks, create(params.secret, values), kubectl(`rollout restart ${params.consumer}`)],
      [...looks, create(params.secret, values, "apply")],
    ];
  },
  accepts,
  rejects,
  evidence: ({ secret }) => [
    {
      look: kubectl(`get ${secret}`),
      shows: [`secrets? "${literal(nameOf(secret))}" not found`],
      says: `${secret} does not exist`,
    },
  ],
  symptoms: ({ consumer }, place) => [consumerCannotStart(consumer, place)],
});
