import { z } from "zod";
import { objectRef } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { defineImageFault, type ImageParams, imageFacts, imageParams, splitImage } from "../image-fault.ts";
import type { Target } from "../injector.ts";
import { isFollowed, operatorOf, specTargets } from "../operator-spec.ts";
import { misspellings } from "./misspellings.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends ImageParams {
  /** Custom resource that nobody looks after meanwhile. */
  readonly cluster: string;
}

export default defineImageFault<Params>({
  id: "op-operator-image-broken",
  version: 1,
  title: "An operator's image is misspelt, and nobody looks after custom resources",
  layer: "operator",
  words,
  twins,
  params: z.object({ ...imageParams, target: objectRef("deployment"), rollout: z.literal("recreate"), cluster: objectRef("tidbcluster") }),
  targets: async (view, place) => {
    const { targets: clusters, excluded } = await specTargets(view, place, { visible: false });
    const targets: Target[] = [];
    for (const { resource: cluster } of clusters) {
      const resource = operatorOf(place.app, cluster) ?? "";
      const workload = await readWorkload(view, place.namespace, resource);
      if (workload !== undefined) targets.push({ resource, visible: false, facts: { ...imageFacts(workload), cluster } });
    }
    return { targets, excluded };
  },
  sample: (rng, { resource, facts }) => {
    const { repository, tag } = splitImage(`${facts["image"]}`);
    return {
      target: resource,
      container: `${facts["container"]}`,
      image: `${rng.stream("repository").pick(misspellings(repository))}:${tag}`,
      // Its old pod would go on with the work.
      rollout: "recreate",
      cluster: `${facts["cluster"]}`,
    };
  },
  trials: ({ cluster }, baseline) => [isFollowed(baseline, cluster)],
});
