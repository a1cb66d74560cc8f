import { z } from "zod";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { drawBuildTag } from "../build-tag.ts";
import { withTag } from "../build-twins.ts";
import { endsAtStart } from "../ends-at-start.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { imageAccepts } from "../image-attempts.ts";
import { imageFacts } from "../image-fault.ts";
import { checkImage, putImageBack } from "../image-of-chart.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, templateParams, templateTargets } from "../unschedulable-template.ts";
import { drawArchitecture } from "./architectures.ts";
import { logOf, type Params, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "image-wrong-architecture",
  version: 1,
  title: "A workload runs an image for another processor",
  catalogueType: "image-architecture",
  layer: "container",
  scope: "namespace",
  family: "image",
  correlates: true,
  needs: ["disturb.image"],
  words,
  twins,
  params: z.object({
    ...templateParams,
    container: z.string().min(1),
    from: z.string().min(1),
    tag: z.string().min(1),
    architecture: z.string().min(1),
  }),
  targets: async (view, place) =>
    await templateTargets(view, place, (workload, _target, { component }) =>
      component.program === undefined
        ? "it runs a product, whose images are for every processor"
        : { ...imageFacts(workload), ...(isProbed(workload) ? {} : { rollOuts: ["recreate"] }) },
    ),
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    container: `${target.facts["container"]}`,
    from: `${target.facts["image"]}`,
    tag: drawBuildTag(rng.stream("tag"), `${target.facts["image"]}`),
    architecture: drawArchitecture(rng.stream("architecture")),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, container, rollout, ...build }, { namespace }) => {
    await cluster.disturb.image(build);
    const containers = [{ name: container, image: withTag(build.from, build.tag) }];
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "image-wrong-architecture", catalogueType: "image-architecture" }],
  oracle: (params, baseline) => ({ checks: [checkImage(params, baseline), workloadRuns(baseline, params.target)], trials: [] }),
  solve: putImageBack,
  accepts: imageAccepts,
  rejects,
  evidence: ({ target, from, tag }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +Image: +${literal(withTag(from, tag))}$`],
      says: `pods of ${target} run ${withTag(from, tag)}`,
    },
    {
      look: logOf(place.app, target),
      shows: [`\\[pod/${literal(nameOf(target))}-[^\\]]*\\] exec \\S+: exec format error$`],
      says: `the processor does not understand the program of ${nameOf(target)} in that image`,
    },
  ],
  symptoms: (params, { namespace }) => [endsAtStart(params, namespace)],
});

/** A pod without a probe counts as ready until its program ends, so that old pods go all the same. */
const isProbed = ({ spec }: Workload): boolean => spec.template.spec.containers[0]?.readinessProbe !== undefined;
