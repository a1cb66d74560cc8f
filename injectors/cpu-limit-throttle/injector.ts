import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { containerOf, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { isMeasured, ofContainer } from "../flag-symptoms.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { generousMilli, leastMilli, type Params } from "./cpu-needed.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "cpu-limit-throttle",
  version: 1,
  title: "A CPU limit that throttles the program",
  catalogueType: "cpu-limit",
  layer: "container",
  scope: "namespace",
  family: "cpu-limit",
  needs: ["telemetry"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), container: z.string().min(1), limit: z.string().regex(/^\d+m$/) }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const isBusy = ({ component: { cpuMilli, callsPerS } }: (typeof workloads)[number]) =>
      cpuMilli >= NEEDED_MIN_MILLI && cpuMilli <= NEEDED_MAX_MILLI && callsPerS >= CALLS_MIN_PER_S;
    return {
      targets: workloads.filter(isBusy).map(({ target, workload, component }) => ({
        resource: target,
        // Requests wait and do not fail.
        visible: false,
        facts: {
          container: workload.spec.template.spec.containers[0]?.name ?? "",
          podMilli: component.cpuMilli / (workload.spec.replicas ?? 1),
          callsPerS: component.callsPerS / (workload.spec.replicas ?? 1),
        },
      })),
      excluded: [
        ...operated,
        ...workloads
          .filter((workload) => !isBusy(workload))
          .map(({ target }) => ({
            resource: target,
            reason: "it serves few requests, needs hardly any CPU or more than a core, or it is not known how much",
          })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    limit: `${Math.ceil(Number(facts["podMilli"]) * (1 + burstShare(Number(facts["callsPerS"]), rng)))}m`,
  }),
  inject: async (cluster, { target, container, limit }, { namespace }) => {
    const resources = { limits: { cpu: limit }, requests: { cpu: limit } };
    await recreateWorkload(
      cluster,
      { namespace, target },
      { spec: { template: { spec: { containers: [{ name: container, resources }] } } } },
    );
  },
  truth: ({ target }) => [{ resource: target, faultType: "cpu-limit-throttle", catalogueType: "cpu-limit" }],
  oracle: (params, baseline) => ({
    checks: [
      workloadCondition({ name: "limit-sufficient", baseline, target: params.target }, (workload) => {
        const present = containerOf(workload, params.container);
        if (present === undefined) return { held: false, evidence: `${params.target} has no ${params.container}` };
        const limit = present.resources?.limits?.["cpu"];
        const held = limit === undefined || milliValue(limit) >= leastMilli(params, baseline);
        return { held, evidence: `the CPU limit is ${limit ?? "gone"}, at least ${leastMilli(params, baseline)}m are needed` };
      }),
      workloadRuns(baseline, params.target),
    ],
    trials: [],
  }),
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.target}`)],
    [
      kubectl("top pods"),
      kubectl(`set resources ${params.target} -c ${params.container} --limits=cpu=${generousMilli(params, baseline)}m`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, limit }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +Limits:\\n +cpu: +${literal(limit)}$`],
      says: `${target} has a CPU limit of ${limit}, which is hardly more than it uses on average`,
    },
  ],
  symptoms: (params, { namespace }) => {
    const scope = `${ofContainer(params, namespace)}[2m]`;
    const [held, all] = ["throttled_periods", "periods"].map((what) => `sum(increase(container_cpu_cfs_${what}_total${scope}))`);
    return [isMeasured("throttled", `${held} / ${all} > ${THROTTLED_MIN}`)];
  },
});

/**
 * CPU by which a limit exceeds the average need, as a share of it: barely as much as bursts come to. Requests come at random, so that a
 * period of the scheduler with few of them needs far more than the average at times, and one with many hardly ever does.
 */
const burstShare = (callsPerS: number, rng: Rng): number =>
  Math.min(BURST_MAX, (rng.stream("percent").int(40, 100) / 100) * Math.sqrt(2 / (callsPerS * PERIOD_S)));

const BURST_MAX = 0.3;

/** Period of the scheduler, s. */
const PERIOD_S = 0.1;

/** Least CPU that a program needs for a limit to matter that is written in whole millicores. */
const NEEDED_MIN_MILLI = 20;

/** Most CPU that a pod can request wherever the others run. */
const NEEDED_MAX_MILLI = 1000;

/**
 * Least number of requests for them to be short, 1/s: one that takes long on an idle processor takes so long under a limit that its caller
 * gives up.
 */
const CALLS_MIN_PER_S = 35;

/** Share of the scheduler's periods in which it is held back. */
const THROTTLED_MIN = 0.05;
