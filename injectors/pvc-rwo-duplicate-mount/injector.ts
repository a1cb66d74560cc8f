import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { Node } from "#kube/types/cluster.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { apart, beside, REQUIRED } from "../apart.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { openWorkers } from "../open-workers.ts";
import { roomApart } from "../room-apart.ts";
import { drawVolume, mounting, type SingleVolume, singleClaim, takenVolumes, unmounting } from "../single-volume.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { whyAlone } from "../why-alone.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the volume, and how many pods are to have it on nodes of their own. */
export interface Params extends SingleVolume {
  readonly target: string;
  readonly replicas: number;
}

export default defineInjector<Params>({
  id: "pvc-rwo-duplicate-mount",
  version: 1,
  title: "Several pods want a volume that one node alone may mount",
  catalogueType: "volume-access-mode",
  layer: "storage",
  scope: "namespace",
  family: "volume-access",
  needs: [],
  withoutFixtures: ["autoscalers"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment"),
    replicas: z.number().int().min(2),
    volume: z.string().min(1),
    claim: z.string().min(1),
    path: z.string().startsWith("/"),
  }),
  targets: async (view, place) => {
    const claims = await listObjects(view, { resource: "persistentvolumeclaims", namespace: place.namespace });
    const nodes = await listObjects<Node>(view, { resource: "nodes" });
    const { targets, excluded } = await templateTargets(view, place, (workload) => {
      const { spec } = workload.spec.template;
      const { affinity } = spec;
      const present = workload.spec.replicas ?? 1;
      const isApart = affinity?.podAntiAffinity?.[REQUIRED] !== undefined;
      const taken = takenVolumes(workload, claims);
      const reason = whyAlone(workload, place) ?? (isApart ? "its pods keep apart already" : undefined);
      // The first new pod finds a worker without an old one, and takes the volume there.
      return reason ?? (present < openWorkers(nodes, spec).length ? { taken, present } : "it has as many pods as workers take them");
    });
    // The pods that find a node serve on.
    return { targets: targets.map((target) => ({ ...target, visible: false })), excluded };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    replicas: Number(facts["present"]) + rng.stream("replicas").int(1, 2),
    ...drawVolume(rng.stream("volume"), resource, facts["taken"] as readonly string[]),
  }),
  inject: async (cluster, { target, replicas, ...volume }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
    await createObject(cluster, { resource: "persistentvolumeclaims", object: singleClaim(volume.claim, namespace) });
    const spec = { affinity: apart(workload.spec.selector), ...mounting(workload, volume) };
    await patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: nameOf(target),
      patchType: "strategic",
      patch: { spec: { replicas, template: { spec } } },
    });
  },
  truth: ({ target, claim }) => [
    {
      resource: target,
      faultType: "pvc-rwo-duplicate-mount",
      catalogueType: "volume-access-mode",
      alsoNamed: [`persistentvolumeclaim/${claim}`],
    },
  ],
  oracle: ({ target }, baseline) => ({ checks: [roomApart(baseline, target), workloadRuns(baseline, target)], trials: [] }),
  solve: ({ target, ...volume }, baseline) => {
    const spec = { affinity: beside(baseline, target), ...unmounting(baselineWorkload(baseline, target), volume) };
    return [
      [kubectl(`rollout undo ${target}`)],
      [kubectl(`get ${target} -o yaml`), kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec } } })}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, claim }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +ClaimName: +${literal(claim)}$`, "didn't match pod anti-affinity rules"],
      says: `some pods of ${target} find no node without another of them, and all want the claim ${claim}`,
    },
    {
      look: kubectl(`get persistentvolumeclaim ${claim} -o yaml`),
      shows: [`^  name: ${literal(claim)}$`, "^ +- ReadWriteOnce$"],
      says: `pods on one node alone may mount the claim ${claim}`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [
    { name: "surplus-unschedulable", isSeen: (view) => isUnschedulable(view, { namespace, target, oldServe: true }) },
  ],
});
