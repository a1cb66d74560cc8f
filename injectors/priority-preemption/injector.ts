import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import { judgeWorkload } from "#kube/checks/workload.ts";
import { effectiveRequestOfPod } from "#kube/objects/effective-requests.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import { type Node, PRIORITY_CLASSES, type PriorityClass } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { openWorkers } from "../open-workers.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects, setDefault } from "./attempts.ts";
import { fillNodes } from "./fill-nodes.ts";
import { judgeDefault, judgePriority } from "./judge-priority.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the class that is given to all new pods, and the work that displaces those of a workload. */
export interface Params {
  readonly target: string;
  /** `priorityclass/<name>` that becomes the default, the lowest of all. */
  readonly priorityClass: string;
  /** Name of the class of work in bulk, which is above it. */
  readonly bulk: string;
  /** Name of the class of what users wait for. */
  readonly high: string;
  /** Name of the work in bulk, of which a part is on each node. */
  readonly batch: string;
  /** Number of its parts. */
  readonly parts: number;
}

export default defineInjector<Params>({
  id: "priority-preemption",
  version: 1,
  title: "New pods get the lowest priority class, and work in bulk displaces them",
  catalogueType: "priority",
  layer: "scheduling",
  scope: "cluster",
  family: "priority",
  masks: true,
  // New pods find no room.
  refusesPods: true,
  needs: [],
  fixtures: ["priority-classes"],
  withoutFixtures: ["autoscalers", "cronjobs"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment"),
    priorityClass: objectRef("priorityclass"),
    bulk: z.string().min(1),
    high: z.string().min(1),
    batch: z.string().min(1),
    parts: z.number().int().min(1),
  }),
  targets: async (view, place) => {
    const classes = (await listObjects<PriorityClass>(view, { resource: PRIORITY_CLASSES })).toSorted((a, b) => a.value - b.value);
    const [lowest, second] = classes.filter(({ value }) => value < 0).map(({ metadata }) => metadata.name);
    const high = classes.findLast(({ metadata }) => !metadata.name.startsWith("system-"))?.metadata.name;
    const nodes = await listObjects<Node>(view, { resource: "nodes" });
    return await templateTargets(view, place, ({ kind, spec }) => {
      if (lowest === undefined || second === undefined || high === undefined) return "there are no classes of priority to confuse";
      if (kind !== "Deployment") return "its pods have names and claims of their own";
      if (spec.replicas === 0) return "it has no replicas to begin with";
      if (spec.template.spec.priorityClassName !== undefined) return "it has a priority of its own";
      if (milliValue(effectiveRequestOfPod(spec.template.spec, "cpu")) === 0) return "it requests no CPU, so that it fits anywhere";
      return { lowest, second, high, parts: openWorkers(nodes, spec.template.spec).length };
    });
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    priorityClass: `priorityclass/${facts["lowest"]}`,
    bulk: `${facts["second"]}`,
    high: `${facts["high"]}`,
    batch: rng.stream("batch").pick(["corpus-index", "feature-build", "log-compaction", "thumbnail-render", "model-training"]),
    parts: Number(facts["parts"]),
  }),
  inject: async (cluster, { target, priorityClass, bulk, batch }, { namespace }) => {
    await patchObject(cluster, {
      resource: PRIORITY_CLASSES,
      name: nameOf(priorityClass),
      patchType: "merge",
      patch: { globalDefault: true },
    });
    await recyclePods(cluster, namespace, target);
    const isBack = async () => (await judgeWorkload(cluster, { namespace, target, replicasMin: 1 })).held;
    await cluster.clock.until(isBack, { timeoutMs: BACK_TIMEOUT_MS });
    await fillNodes(cluster, { namespace, target, batch, priorityClassName: bulk });
  },
  truth: ({ target, priorityClass }) => [
    { resource: priorityClass, faultType: "priority-preemption", catalogueType: "priority", alsoNamed: [target] },
  ],
  oracle: ({ target }, baseline) => ({
    checks: [
      writtenDefectGone("default-as-before", (view) => judgeDefault(view, baseline)),
      defectGone("pods-above-the-default", (view) => judgePriority(view, baseline, target)),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, priorityClass }, baseline) => [
    [setDefault(priorityClass, false), kubectl(`rollout restart ${target}`)],
    [setDefault(priorityClass, false), kubectl(`delete pods -l ${baseline.app.labelKey}=${nameOf(target)} --wait=false`)],
  ],
  accepts,
  rejects,
  evidence: ({ target, priorityClass }) => [
    {
      look: kubectl("get events --field-selector reason=Preempted"),
      shows: [`pod/${literal(nameOf(target))}-\\S+ +Preempted by `],
      says: `pods of ${target} were displaced by others of a higher priority`,
    },
    {
      look: kubectl("get priorityclasses"),
      shows: [`^${literal(nameOf(priorityClass))} +-\\d+ +true `],
      says: `${priorityClass} is given to all pods that name no class`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [{ name: "displaced", isSeen: (view) => isUnschedulable(view, { namespace, target }) }],
});

/** Time in which new pods are ready, ms. */
const BACK_TIMEOUT_MS = 120_000;
