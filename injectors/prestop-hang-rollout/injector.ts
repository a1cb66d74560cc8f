import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeWorkload, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { drawChecksum, rollOutChecksum } from "../checksum.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { endsLate, forceAway, hookPatch, LONGEST_S, secondsToEnd } from "./slow-end.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the workload, how long its pods take to end, and what rolled it out then. */
export interface Params {
  readonly target: string;
  readonly container: string;
  readonly sleepSeconds: number;
  readonly graceSeconds: number;
  readonly checksum: string;
}

export default defineInjector<Params>({
  id: "prestop-hang-rollout",
  version: 1,
  title: "A preStop hook holds a roll-out up",
  catalogueType: "lifecycle-hook",
  layer: "workload",
  scope: "namespace",
  family: "lifecycle-hook",
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment"),
    container: z.string().min(1),
    sleepSeconds: z.int().gt(LONGEST_S),
    graceSeconds: z.int().gt(LONGEST_S),
    checksum: z.string().min(1),
  }),
  targets: async (view, place) => {
    const { targets, excluded } = await templateTargets(view, place, ({ kind, spec }) => {
      const [container] = spec.template.spec.containers;
      if (kind !== "Deployment") return "it cannot be told to let all pods go at once";
      if (spec.replicas === 0) return "it has no replicas to begin with";
      if (container?.lifecycle?.["preStop"] !== undefined) return "it has a preStop hook of its own";
      return { container: container?.name ?? "" };
    });
    // While their hooks sleep, its pods serve on.
    return { targets: targets.map((target) => ({ ...target, visible: false })), excluded };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    sleepSeconds: rng.stream("sleep").pick([7200, 9000, 10_800]),
    graceSeconds: rng.stream("grace").pick([10_800, 14_400, 21_600]),
    checksum: drawChecksum(rng),
  }),
  inject: async (cluster, { target, container, sleepSeconds, graceSeconds, checksum }, { namespace }) => {
    const patch = hookPatch(container, { sleep: { seconds: sleepSeconds } }, graceSeconds);
    await patchObject(cluster, { resource: "deployments.apps", namespace, name: nameOf(target), patchType: "strategic", patch });
    const isOut = async () => (await judgeWorkload(cluster, { namespace, target, replicasMin: 1 })).held;
    if (!(await cluster.clock.until(isOut, { timeoutMs: OUT_TIMEOUT_MS }))) throw new Error(`the pods of ${target} do not get ready`);
    await rollOutChecksum(cluster, namespace, { target, checksum, strategy: { type: "Recreate", rollingUpdate: null } });
  },
  recover: async (cluster, { target }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(cluster, workload);
    for (const { metadata } of pods.filter(({ spec }) => secondsToEnd(spec) > LONGEST_S))
      await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name }, { gracePeriodSeconds: 0 });
  },
  truth: ({ target }) => [{ resource: target, faultType: "prestop-hang-rollout", catalogueType: "lifecycle-hook" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      workloadCondition({ name: "pods-end-soon", baseline, target }, ({ spec }) => {
        const seconds = secondsToEnd(spec.template.spec);
        return { held: seconds <= LONGEST_S, evidence: `the hooks of ${target} take ${seconds} s before its pods end` };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, container }, baseline) => [
    [kubectl(`patch ${target} -p '${JSON.stringify(hookPatch(container, null))}'`), forceAway(target, baseline)],
    [kubectl(`rollout undo ${target}`), forceAway(target, baseline)],
  ],
  accepts,
  rejects,
  evidence: ({ target, sleepSeconds }) => [
    {
      look: kubectl("get pods"),
      shows: [`^${literal(nameOf(target))}-\\S+ +\\d+/\\d+ +Terminating `],
      says: `pods of ${target} are Terminating and do not end`,
    },
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [`^ +name: ${literal(nameOf(target))}$`, `preStop:\\n +sleep:\\n +seconds: ${sleepSeconds}$`],
      says: `a container of ${target} sleeps for ${sleepSeconds} s before it stops`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [
    {
      name: "pods-do-not-end",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        return pods.length > 0 && pods.every(endsLate);
      },
    },
  ],
});

/** Time in which new pods are ready, ms. */
const OUT_TIMEOUT_MS = 240_000;
