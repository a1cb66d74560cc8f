import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { apart, beside, REQUIRED } from "../apart.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { openWorkers } from "../open-workers.ts";
import { patchAffinity } from "../patch-affinity.ts";
import { roomApart } from "../room-apart.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { whyAlone } from "../why-alone.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: how many pods are to keep apart, more than there are nodes for. */
export interface Params {
  readonly target: string;
  readonly replicas: number;
}

export default defineInjector<Params>({
  id: "anti-affinity-deadlock",
  version: 1,
  title: "More pods are to keep apart than there are nodes",
  catalogueType: "anti-affinity",
  layer: "scheduling",
  scope: "namespace",
  family: "affinity",
  needs: [],
  withoutFixtures: ["autoscalers"],
  words,
  twins,
  params: z.object({ target: objectRef("deployment"), replicas: z.number().int().min(2) }),
  targets: async (view, place) => {
    const nodes = await listObjects<Node>(view, { resource: "nodes" });
    const { targets, excluded } = await templateTargets(view, place, (workload) => {
      const { spec } = workload.spec.template;
      const isApart = spec.affinity?.podAntiAffinity?.[REQUIRED] !== undefined;
      const reason = whyAlone(workload, place) ?? (isApart ? "its pods keep apart already" : undefined);
      return reason ?? { most: Math.max(openWorkers(nodes, spec).length, workload.spec.replicas ?? 1) };
    });
    // The pods that find a node serve on.
    return { targets: targets.map((target) => ({ ...target, visible: false })), excluded };
  },
  sample: (rng, { resource, facts }) => ({ target: resource, replicas: Number(facts["most"]) + rng.stream("replicas").int(1, 2) }),
  inject: async (cluster, { target, replicas }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
    await patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: nameOf(target),
      patchType: "strategic",
      patch: { spec: { replicas, template: { spec: { affinity: apart(workload.spec.selector) } } } },
    });
  },
  truth: ({ target }) => [{ resource: target, faultType: "anti-affinity-deadlock", catalogueType: "anti-affinity" }],
  oracle: ({ target }, baseline) => ({ checks: [roomApart(baseline, target), workloadRuns(baseline, target)], trials: [] }),
  solve: ({ target }, baseline) => [
    [kubectl(`get ${target} -o jsonpath='{.spec.template.spec.affinity}'`), patchAffinity(target, beside(baseline, target))],
    [kubectl(`rollout undo ${target}`)],
  ],
  accepts,
  rejects,
  evidence: ({ target }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), "didn't match pod anti-affinity rules"],
      says: `some pods of ${target} find no node without another of them`,
    },
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [`^  name: ${literal(nameOf(target))}$`, "^ +podAntiAffinity:$", `^ +${REQUIRED}:$`],
      says: `pods of ${target} must be on different nodes, and there are more of them than nodes`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [
    { name: "surplus-unschedulable", isSeen: (view) => isUnschedulable(view, { namespace, target, oldServe: true }) },
  ],
});
