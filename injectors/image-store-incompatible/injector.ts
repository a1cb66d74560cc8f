import { z } from "zod";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { endsAtStart } from "../ends-at-start.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { imageAccepts } from "../image-attempts.ts";
import { imageFacts, imageParams } from "../image-fault.ts";
import { type ChangedImage, checkImage, putImageBack } from "../image-of-chart.ts";
import { defineInjector, type Exclusion, type Target } from "../injector.ts";
import { rejects } from "./attempts.ts";
import { refusingImages } from "./store-series.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends ChangedImage {
  /** Reference with the release that does not open the data. */
  readonly image: string;
}

export default defineInjector<Params>({
  id: "image-store-incompatible",
  version: 1,
  title: "A store runs a version that does not open its data",
  catalogueType: "image-version-incompatible",
  layer: "data",
  scope: "namespace",
  family: "image",
  needs: [],
  correlates: true,
  words,
  twins,
  params: z.object({ target: imageParams.target, container: imageParams.container, image: imageParams.image }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const targets: Target[] = [];
    const excluded: Exclusion[] = [...operated];
    for (const { target: resource, workload, component } of workloads) {
      const { container, image } = imageFacts(workload);
      const images = refusingImages(image);
      if (images.length === 0) excluded.push({ resource, reason: "it is no store whose data have a version" });
      else if (!keepsData(workload)) excluded.push({ resource, reason: "its data go with its pod, so that another version starts empty" });
      else targets.push({ resource, visible: component.userShare > 0, facts: { container, images } });
    }
    return { targets, excluded };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    image: rng.pick(facts["images"] as readonly string[]),
  }),
  // The old server lets go of its files first, as an upgrade of a store is made.
  inject: async (cluster, { target, container, image }, { namespace }) =>
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { containers: [{ name: container, image }] } } } }),
  truth: ({ target }) => [{ resource: target, faultType: "image-store-incompatible", catalogueType: "image-version-incompatible" }],
  oracle: (params, baseline) => ({ checks: [checkImage(params, baseline), workloadRuns(baseline, params.target)], trials: [] }),
  solve: putImageBack,
  accepts: imageAccepts,
  rejects,
  evidence: ({ target, image }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +Image: +${literal(image)}$`],
      says: `pods of ${target} run ${image}, which does not open the data that are there`,
    },
  ],
  symptoms: (params, { namespace }) => [endsAtStart({ ...params, rollout: "recreate" }, namespace)],
});

/** True if the pods of a workload have a claim, whose volume stays when they go. */
const keepsData = ({ spec }: Workload): boolean =>
  spec.template.spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined) === true;
