import { z } from "zod";
import { parseGoDuration } from "#core/go-duration.ts";
import { kubectl } from "#core/tool-call.ts";
import { manifestText } from "#kube/checks/attempts.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeOperations } from "#kube/checks/operations.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { createObject } from "#kube/verbs/create.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { replayTrigger, type Timeline } from "../timeline.ts";
import { accepts, rejects } from "./attempts.ts";
import type { Params } from "./params.ts";
import { listRetryMaps } from "./retry-maps.ts";
import { judgeRunningPods } from "./running-pods.ts";
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
    target: objectRef("configmap"),
    consumers: z.array(objectRef("deployment", "statefulset")).min(1),
    timeoutKey: z.string().min(1),
    timeout: z.string().regex(/^\d+ms$/),
    retriesKey: z.string().min(1),
    retries: z.string().regex(/^\d+$/),
    limits: z.string().min(1),
    cpu: z.string().regex(/^\d+m$/),
  }),
  targets: async (view, place) => await listRetryMaps(view, place),
  sample: (rng, { resource, facts }) => ({
    target: resource,
    consumers: facts["consumers"] as readonly string[],
    timeoutKey: `${facts["timeoutKey"]}`,
    timeout: `${rng.int(6, 10)}0ms`,
    retriesKey: `${facts["retriesKey"]}`,
    retries: `${rng.int(12, 25)}`,
    limits: rng.pick(["container-defaults", "defaults", "limits", "default-limits", "compute-defaults"]),
    cpu: `${Math.round(Number(facts["busiestMilli"]) * (1.04 + 0.01 * rng.int(0, 8)))}m`,
  }),
  inject: async (cluster, { target, consumers, timeoutKey, timeout, retriesKey, retries, limits, cpu }, { namespace }) => {
    const data = { [timeoutKey]: timeout, [retriesKey]: retries };
    await patchObject(cluster, { resource: "configmaps", namespace, name: nameOf(target), patchType: "merge", patch: { data } });
    const spec: LimitRange["spec"] = { limits: [{ type: "Container", default: { cpu }, defaultRequest: { cpu: "50m" } }] };
    const object: LimitRange = { apiVersion: "v1", kind: "LimitRange", metadata: { name: limits, namespace }, spec };
    await createObject(cluster, { resource: "limitranges", object });
    for (const consumer of consumers) await recyclePods(cluster, namespace, consumer);
  },
  timeline: (_params, place) => slowNetwork(place.namespace),
  truth: ({ target, limits }) => [
    { resource: target, faultType: "meta-retry-storm-capacity", catalogueType: "retry-config" },
    { resource: `limitrange/${limits}`, faultType: "capacity-cap", catalogueType: "capacity-cap" },
  ],
  oracle: (params, baseline) => {
    const { namespace, app } = baseline;
    return {
      checks: [
        writtenDefectGone("retries-bounded", (view) => judgeRetries(view, namespace, params)),
        writtenDefectGone("processors-free", (view) => judgeDefaults(view, namespace)),
      ],
      trials: [
        {
          name: "settings-in-running-pods",
          group: "defect-gone",
          weight: 1,
          run: (cluster) => judgeRunningPods(cluster, baseline, params),
        },
        replayTrigger(namespace, slowNetwork(namespace), {
          isWell: (view) => judgeOperations(view, { app, namespace }),
          withinMs: RECOVERY_MS,
        }),
      ],
      holdMs: 120_000,
    };
  },
  solve: ({ target, consumers, timeoutKey, retriesKey, limits }, baseline) => {
    const restart = kubectl(`rollout restart ${consumers.join(" ")}`);
    const data = { [timeoutKey]: "1s", [retriesKey]: "2" };
    return [
      [kubectl("replace -f -", manifestText(baseline, target)), kubectl(`delete limitrange ${limits}`), restart],
      [kubectl(`patch ${target} --type=merge -p '${JSON.stringify({ data })}'`), kubectl(`delete limitrange ${limits}`), restart],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, retriesKey, retries, timeoutKey, timeout, limits, cpu }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^${literal(retriesKey)}:\\n----\\n${retries}$`, `^${literal(timeoutKey)}:\\n----\\n${timeout}$`],
      says: `${target} lets each call wait ${timeout} and be made ${retries} times more`,
    },
    {
      look: kubectl(`describe limitrange ${limits}`),
      shows: [`^Name: +${literal(limits)}$`, `^Container +cpu .* ${cpu} `],
      says: `limitrange ${limits} gives each container ${cpu} of a processor`,
    },
  ],
  symptoms: (_params, place) => [{ name: "users-fail", isSeen: async (view) => !(await judgeOperations(view, place)).held }],
});

/** A network that is slow for half a minute, once the pods have their settings. */
const slowNetwork = (namespace: string): Timeline => {
  const everywhere = { namespace, labels: {} };
  const [fromMs, toMs] = [60_000, 90_000];
  const during = (atMs: number, delayMs: number) =>
    ({ atMs, act: { verb: "link", ends: [everywhere, everywhere], quality: { delayMs, lossShare: 0 } } }) as const;
  return { acts: [during(fromMs, 100), during(toMs, 0)], trigger: { fromMs, toMs } };
};

/** Longest time until the app serves again after the trigger, ms. */
const RECOVERY_MS = 120_000;

/** Holds if few retries can come of a request, or each call may take as long as the slowest do. */
const judgeRetries = async (view: ClusterView, namespace: string, { target, retriesKey, timeoutKey }: Params): Promise<Finding> => {
  const { data = {} } = (await getObject<ConfigMap>(view, { resource: "configmaps", namespace, name: nameOf(target) })) ?? {};
  const [retries, timeout] = [data[retriesKey], data[timeoutKey]];
  const held =
    retries !== undefined && timeout !== undefined && (Number(retries) <= RETRIES_MAX || (parseGoDuration(timeout) ?? 0) >= TIMEOUT_MIN_MS);
  return { held, evidence: `${target} says ${retries ?? "nothing"} for ${retriesKey} and ${timeout ?? "nothing"} for ${timeoutKey}` };
};

const RETRIES_MAX = 3;
const TIMEOUT_MIN_MS = 500;

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
