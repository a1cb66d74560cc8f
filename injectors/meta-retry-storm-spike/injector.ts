import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { manifestText } from "#kube/checks/attempts.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { judgeOperations } from "#kube/checks/operations.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineInjector } from "../injector.ts";
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
import { judgeRunningPods } from "../running-settings.ts";
import { replayTrigger, type Timeline } from "../timeline.ts";
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
  timeline: (params) => burst(params),
  truth: ({ target }) => [{ resource: target, faultType: "meta-retry-storm-spike", catalogueType: "retry-config" }],
  oracle: (params, baseline) => {
    const { namespace, app } = baseline;
    return {
      checks: [writtenDefectGone("retries-bounded", (view) => judgeRetries(view, namespace, params))],
      trials: [
        {
          name: "settings-in-running-pods",
          group: "defect-gone",
          weight: 1,
          run: (cluster) => judgeRunningPods(cluster, baseline, params),
        },
        replayTrigger(namespace, burst(params), {
          isWell: (view) => judgeOperations(view, { app, namespace }),
          withinMs: RECOVERY_MS,
        }),
      ],
      holdMs: 120_000,
    };
  },
  solve: (params, baseline) => [
    [kubectl("replace -f -", manifestText(baseline, params.target)), restartConsumers(params)],
    [patchSettings(params, { [params.timeoutKey]: "1s", [params.retriesKey]: "2" }), restartConsumers(params)],
  ],
  accepts,
  rejects,
  evidence: (params) => [settingsShown(params)],
  symptoms: (_params, place) => [{ name: "users-fail", isSeen: async (view) => !(await judgeOperations(view, place)).held }],
});

/** A burst of requests, once the pods have their settings. */
const burst = ({ burst: factor, burstMs }: Params): Timeline => {
  const [fromMs, toMs] = [60_000, 60_000 + burstMs];
  return {
    acts: [
      { atMs: fromMs, act: { verb: "load", factor } },
      { atMs: toMs, act: { verb: "load", factor: 1 } },
    ],
    trigger: { fromMs, toMs },
  };
};

/** Longest time until the app serves again after the burst, ms. */
const RECOVERY_MS = 120_000;
