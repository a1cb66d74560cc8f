import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { HOSTNAME } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { openWorkers } from "../open-workers.ts";
import { drawVolume, mounting, type SingleVolume, singleClaim, takenVolumes } from "../single-volume.ts";
import {
  isLatentTemplate,
  sampleTemplate,
  type TemplateParams,
  templateParams,
  templateTargets,
  unschedulableSymptoms,
} from "../unschedulable-template.ts";
import { whyAlone } from "../why-alone.ts";
import { accepts, rejects } from "./attempts.ts";
import { nodeWithVolumes } from "./node-with-volumes.ts";
import { pinnedTo } from "./pinned-to.ts";
import { twins } from "./twins.ts";
import { SELECTED_NODE, volumeIsMade } from "./volume-on-node.ts";
import { words } from "./words.ts";

/** Parameters: the volume, the node that has it, and the one that the pods are to be on. */
export interface Params extends TemplateParams, SingleVolume {
  readonly volumeNode: string;
  readonly node: string;
}

export default defineInjector<Params>({
  id: "pv-node-affinity-conflict",
  version: 1,
  title: "The volume is on another node than the pod may be on",
  catalogueType: "volume-node-affinity",
  layer: "storage",
  scope: "namespace",
  family: "node-selector",
  needs: [],
  words,
  twins,
  params: z.object({
    ...templateParams,
    target: objectRef("deployment"),
    volume: z.string().min(1),
    claim: z.string().min(1),
    path: z.string().startsWith("/"),
    volumeNode: z.string().min(1),
    node: z.string().min(1),
  }),
  targets: async (view, place) => {
    const claims = await listObjects(view, { resource: "persistentvolumeclaims", namespace: place.namespace });
    const nodes = await listObjects<Node>(view, { resource: "nodes" });
    return await templateTargets(view, place, (workload) => {
      const { spec } = workload.spec.template;
      const workers = openWorkers(nodes, spec).flatMap(({ metadata }) =>
        metadata.labels?.[HOSTNAME] === metadata.name ? [metadata.name] : [],
      );
      const few = workers.length < 2 ? "fewer than two workers take its pods" : undefined;
      return whyAlone(workload, place) ?? few ?? { taken: takenVolumes(workload, claims), workers };
    });
  },
  sample: (rng, target) => {
    const [volumeNode = "", node = ""] = rng.stream("nodes").shuffle(target.facts["workers"] as readonly string[]);
    const volume = drawVolume(rng.stream("volume"), target.resource, target.facts["taken"] as readonly string[]);
    return { ...sampleTemplate(rng, target), ...volume, volumeNode, node };
  },
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, rollout, volumeNode, node, ...volume }, { namespace }) => {
    const workload = await readWorkload(cluster, namespace, target);
    if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
    const claim = singleClaim(volume.claim, namespace);
    // As the scheduler leaves it of the first pod that had the volume.
    const annotations = { [SELECTED_NODE]: volumeNode };
    await createObject(cluster, { resource: "persistentvolumeclaims", object: { ...claim, metadata: { ...claim.metadata, annotations } } });
    await volumeIsMade(cluster, namespace, volume.claim);
    const spec = { nodeSelector: pinnedTo(node), ...mounting(workload, volume) };
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec } } });
  },
  truth: ({ target, claim }) => [
    {
      resource: target,
      faultType: "pv-node-affinity-conflict",
      catalogueType: "volume-node-affinity",
      alsoNamed: [`persistentvolumeclaim/${claim}`],
    },
  ],
  oracle: ({ target }, baseline) => ({ checks: [nodeWithVolumes(baseline, target), workloadRuns(baseline, target)], trials: [] }),
  solve: ({ target, claim }) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl(`describe persistentvolumeclaim ${claim}`),
      kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { nodeSelector: { [HOSTNAME]: null } } } } })}'`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, claim, volumeNode, node }, place) => [
    {
      look: describePods(place, target),
      shows: [
        describedAs(target),
        `^ +ClaimName: +${literal(claim)}$`,
        `^Node-Selectors: (?:.*\\n)*? +${literal(`${HOSTNAME}=${node}`)}$|^Node-Selectors: +${literal(`${HOSTNAME}=${node}`)}$`,
        "volume node affinity conflict",
      ],
      says: `pods of ${target} may be on ${node} alone, which does not reach the volume of the claim ${claim}`,
    },
    {
      look: kubectl(`get persistentvolumeclaim ${claim} -o yaml`),
      shows: [`^  name: ${literal(claim)}$`, `^ +${literal(SELECTED_NODE)}: ${literal(volumeNode)}$`],
      says: `the volume of the claim ${claim} is on ${volumeNode}`,
    },
  ],
  symptoms: unschedulableSymptoms,
});
