import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { manifestText } from "#kube/checks/attempts.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineInjector } from "../injector.ts";
import { loadBurst } from "../load-burst.ts";
import { servesAfterTrigger, usersFail } from "../outlived-trigger.ts";
import {
  judgeRetries,
  patchSettings,
  recycleConsumers,
  restartConsumers,
  retryFields,
  settingsAt,
  settingsShown,
  writeRetries,
} from "../retry-settings.ts";
import { settingsInRunningPods } from "../running-settings.ts";
import { accepts, rejects } from "./attempts.ts";
import { listBursts } from "./listed-bursts.ts";
import type { Params } from "./params.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "meta-retry-storm-spike",
  version: 1,
  title: "Retries that keep an application busy after a burst of requests",
  catalogueType: "retry-config",
  layer: "traffic",
  scope: "namespace",
  family: "retry",
  needs: ["disturb.load", "telemetry"],
  masks: true,
  words,
  twins,
  params: z.object({
    ...retryFields,
    front: objectRef("deployment", "statefulset"),
    frontPods: z.int().min(1),
    burst: z.int().min(2),
    burstMs: z.int().min(1000),
  }),
  targets: (view, place) => listBursts(view, place),
  sample: (rng, target) => ({
    ...settingsAt(target),
    timeout: `${rng.stream("timeout").pick([30, 40, 50])}ms`,
    retries: `${rng.stream("retries").int(15, 30)}`,
    front: `${target.facts["front"]}`,
    frontPods: Number(target.facts["frontPods"]),
    burst: Number(target.facts["factor"]) + rng.stream("burst").int(0, 1),
    burstMs: 1000 * rng.stream("burst time").int(20, 60),
  }),
  inject: async (cluster, params, { namespace }) => {
    const { front, frontPods } = params;
    await writeRetries(cluster, params, namespace);
    const { resource = "", name = "" } = parseObjectRef(front) ?? {};
    await patchObject(cluster, { resource, namespace, name, patchType: "merge", patch: { spec: { replicas: frontPods } } });
    await recycleConsumers(cluster, params, namespace);
  },
  timeline: loadBurst,
  truth: ({ target }) => [{ resource: target, faultType: "meta-retry-storm-spike", catalogueType: "retry-config" }],
  oracle: (params, baseline) => ({
    checks: [writtenDefectGone("retries-bounded", (view) => judgeRetries(view, baseline.namespace, params))],
    trials: [settingsInRunningPods(baseline, params), servesAfterTrigger(baseline, loadBurst(params))],
    holdMs: 120_000,
  }),
  solve: (params, baseline) => [
    [kubectl("replace -f -", manifestText(baseline, params.target)), restartConsumers(params)],
    [patchSettings(params, { [params.timeoutKey]: "1s", [params.retriesKey]: "2" }), restartConsumers(params)],
  ],
  accepts,
  rejects,
  evidence: (params) => [settingsShown(params)],
  symptoms: (_params, place) => [usersFail(place)],
});
