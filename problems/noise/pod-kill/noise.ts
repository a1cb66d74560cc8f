import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { Pod } from "#kube/types/pod.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { defineNoise } from "../../problem.ts";

/** Deletes one ready pod of an uninvolved component; its controller replaces it. */
export default defineNoise({
  id: "pod-kill",
  meanGapMs: 300_000,
  strike: async (cluster, { namespace }, { rng, spared }) => {
    const pods = await listObjects<Pod>(cluster, { resource: "pods", namespace });
    const candidates = pods.filter((pod) => isReady(pod) && !spared.some((name) => isPodNameOf(pod.metadata.name, name)));
    if (candidates.length === 0) return;
    await deleteObject(cluster, { resource: "pods", namespace, name: rng.pick(candidates).metadata.name });
  },
});

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
