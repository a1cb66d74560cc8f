import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { comingReplicas } from "#kube/checks/coming-replicas.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { drawChecksum, rollOutChecksum } from "../checksum.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { amplePods, raise } from "../quota-on-pods.ts";
import { REFUSALS, tryAgain } from "../refused-pods.ts";
import { createQuota, quotaName, quotaParams } from "../tight-quota.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, type Params, rejects } from "./attempts.ts";
import { judgeRollOut } from "./judge-roll-out.ts";
import { KEEPS_ALL } from "./strategies.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "rollout-quota-deadlock",
  version: 1,
  title: "A quota has no room for the extra pod of a roll-out",
  catalogueType: "quota",
  toldApart: true,
  layer: "admission",
  scope: "namespace",
  family: "quota",
  // It refuses the roll-out of every workload that keeps its pods until new ones are ready.
  masks: true,
  refusesPods: true,
  needs: [],
  // An autoscaler that takes a pod away, and a task that has ended, leave room.
  withoutFixtures: ["autoscalers", "cronjobs"],
  words,
  twins,
  params: z.object({ ...quotaParams, target: objectRef("deployment"), checksum: z.string().min(1) }),
  targets: async (view, place) => {
    const quotas = await listObjects(view, { resource: "resourcequotas", namespace: place.namespace });
    const taken = quotas.map(({ metadata }) => metadata.name);
    const { targets, excluded } = await templateTargets(view, place, ({ kind, spec }) => {
      if (kind !== "Deployment") return "its roll-outs take a pod away first";
      if (spec.replicas === 0) return "it has no replicas to begin with";
      const goesFirst = "strategy" in spec && spec.strategy?.type === "Recreate";
      return goesFirst ? "its roll-outs take all pods away first" : { taken };
    });
    // Old pods serve on.
    return { targets: targets.map((target) => ({ ...target, visible: false })), excluded };
  },
  sample: (rng, target) => ({ target: target.resource, quota: quotaName(rng, target), checksum: drawChecksum(rng) }),
  inject: async (cluster, { target, quota, checksum }, { namespace }) => {
    await createQuota(cluster, namespace, { name: nameOf(quota), hard: { pods: `${await countComing(cluster, namespace)}` } });
    await rollOutChecksum(cluster, namespace, { target, checksum, strategy: KEEPS_ALL });
  },
  truth: ({ target, quota }) => [{ resource: quota, faultType: "rollout-quota-deadlock", catalogueType: "quota", alsoNamed: [target] }],
  oracle: ({ target }, baseline) => ({
    checks: [writtenDefectGone("a-roll-out-moves", (view) => judgeRollOut(view, baseline, target)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target, quota }, baseline) => [
    [kubectl(`describe ${quota}`), raise(quota, amplePods(baseline)), tryAgain(target)],
    [kubectl(`delete ${quota}`), tryAgain(target)],
  ],
  accepts,
  rejects,
  evidence: ({ target, quota }) => [
    {
      look: REFUSALS,
      shows: [`replicaset/${literal(nameOf(target))}-\\S+ +.*${literal(refusalOf(quota))}`],
      says: `${quota} refuses the new pod of the roll-out of ${target}`,
    },
    {
      look: kubectl(`describe ${quota}`),
      shows: [`^Name: +${literal(nameOf(quota))}$`, "^pods +(\\d+) +\\1$"],
      says: `${quota} allows as many pods as there are`,
    },
  ],
  symptoms: ({ target, quota }, { namespace }) => [
    {
      name: "surge-refused",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        if (workload === undefined || (await podsOf(view, workload)).length === 0) return false;
        const events = await listObjects<Event>(view, { resource: "events", namespace });
        return events.some(
          ({ involvedObject, message }) =>
            involvedObject?.name?.startsWith(`${nameOf(target)}-`) === true && message?.includes(refusalOf(quota)) === true,
        );
      },
    },
  ],
});

const refusalOf = (quota: string): string => `exceeded quota: ${nameOf(quota)}, requested: pods=1, `;

/** Number of pods that the workloads of a namespace come to have. */
const countComing = async (view: ClusterView, namespace: string): Promise<number> => {
  const workloads = await Promise.all(KINDS.map((resource) => listObjects<Workload>(view, { resource, namespace })));
  return workloads.flat().reduce((sum, workload) => sum + comingReplicas(workload), 0);
};

const KINDS: readonly string[] = ["deployments.apps", "statefulsets.apps"];
