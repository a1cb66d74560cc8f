import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { manifestText } from "#kube/checks/attempts.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { servesAfterTrigger, usersFail } from "../outlived-trigger.ts";
import { listRetryMaps } from "../retry-maps.ts";
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
import type { Timeline } from "../timeline.ts";
import { accepts, rejects } from "./attempts.ts";
import type { Params } from "./params.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "meta-retry-storm-capacity",
  version: 1,
  title: "Retries or time-outs that multiply load",
  catalogueType: "retry-config",
  layer: "traffic",
  scope: "namespace",
  family: "retry",
  needs: ["disturb.link", "telemetry"],
  masks: true,
  words,
  twins,
  params: z.object({
    ...retryFields,
    limits: z.string().min(1),
    cpu: z.string().regex(/^\d+m$/),
  }),
  targets: async (view, place) => await listRetryMaps(view, place),
  sample: (rng, target) => ({
    ...settingsAt(target),
    timeout: `${rng.int(6, 10)}0ms`,
    retries: `${rng.int(12, 25)}`,
    limits: rng.pick(["container-defaults", "defaults", "limits", "default-limits", "compute-defaults"]),
    cpu: `${Math.round(Number(target.facts["busiestMilli"]) * (1.04 + 0.01 * rng.int(0, 8)))}m`,
  }),
  inject: async (cluster, params, { namespace }) => {
    await writeRetries(cluster, params, namespace);
    const { limits, cpu } = params;
    const spec: LimitRange["spec"] = { limits: [{ type: "Container", default: { cpu }, defaultRequest: { cpu: "50m" } }] };
    const object: LimitRange = { apiVersion: "v1", kind: "LimitRange", metadata: { name: limits, namespace }, spec };
    await createObject(cluster, { resource: "limitranges", object });
    await recycleConsumers(cluster, params, namespace);
  },
  timeline: (_params, place) => slowNetwork(place.namespace),
  truth: ({ target, limits }) => [
    { resource: target, faultType: "meta-retry-storm-capacity", catalogueType: "retry-config" },
    { resource: `limitrange/${limits}`, faultType: "capacity-cap", catalogueType: "capacity-cap" },
  ],
  oracle: (params, baseline) => {
    const { namespace } = baseline;
    return {
      checks: [
        writtenDefectGone("retries-bounded", (view) => judgeRetries(view, namespace, params)),
        writtenDefectGone("processors-free", (view) => judgeDefaults(view, namespace)),
      ],
      trials: [settingsInRunningPods(baseline, params), servesAfterTrigger(baseline, slowNetwork(namespace))],
      holdMs: 120_000,
    };
  },
  solve: (params, baseline) => {
    const { target, timeoutKey, retriesKey, limits } = params;
    const [lift, restart] = [kubectl(`delete limitrange ${limits}`), restartConsumers(params)];
    return [
      [kubectl("replace -f -", manifestText(baseline, target)), lift, restart],
      [patchSettings(params, { [timeoutKey]: "1s", [retriesKey]: "2" }), lift, restart],
    ];
  },
  accepts,
  rejects,
  evidence: (params) => [
    settingsShown(params),
    {
      look: kubectl(`describe limitrange ${params.limits}`),
      shows: [`^Name: +${literal(params.limits)}$`, `^Container +cpu .* ${params.cpu} `],
      says: `limitrange ${params.limits} gives each container ${params.cpu} of a processor`,
    },
  ],
  symptoms: (_params, place) => [usersFail(place)],
});

/** A network that is slow for half a minute, once the pods have their settings. */
const slowNetwork = (namespace: string): Timeline => {
  const everywhere = { namespace, labels: {} };
  const [fromMs, toMs] = [60_000, 90_000];
  const during = (atMs: number, delayMs: number) =>
    ({ atMs, act: { verb: "link", ends: [everywhere, everywhere], quality: { delayMs, lossShare: 0 } } }) as const;
  return { acts: [during(fromMs, 100), during(toMs, 0)], trigger: { fromMs, toMs } };
};

/** Holds if no LimitRange gives containers that ask for nothing less than a node's processors. */
const judgeDefaults = async (view: ClusterView, namespace: string): Promise<Finding> => {
  const all = await listObjects<LimitRange>(view, { resource: "limitranges", namespace });
  const caps = all.flatMap(({ metadata, spec }) =>
    spec.limits.flatMap(({ type, default: values }) => {
      const cpu = type === "Container" ? values?.["cpu"] : undefined;
      return cpu !== undefined && milliValue(cpu) < NODE_MILLI ? [`${metadata.name} gives containers ${cpu} of a processor`] : [];
    }),
  );
  return { held: caps.length === 0, evidence: caps.length === 0 ? "no container gets a limit by default" : caps.join(", ") };
};

/** Processors of a node, thousandths. */
const NODE_MILLI = 4000;
