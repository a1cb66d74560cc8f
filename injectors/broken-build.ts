import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import type { AppWorkload } from "#kube/listings/list-workloads.ts";
import type { ProgramDefect } from "#kube/ports/image-build.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { drawBuildTag } from "./build-tag.ts";
import { buildTwins, withTag } from "./build-twins.ts";
import { describedAs, describePods, literal } from "./evidence.ts";
import { imageAccepts } from "./image-attempts.ts";
import { imageFacts } from "./image-fault.ts";
import { checkImage, putImageBack, runOtherImage } from "./image-of-chart.ts";
import { defineInjector, type Injector, type Target } from "./injector.ts";
import { isLatentTemplate, sampleTemplate, type TemplateParams, templateParams, templateTargets } from "./unschedulable-template.ts";

/** A workload that runs a build with a defect, and how it was rolled out. */
export interface BuildParams extends TemplateParams {
  readonly container: string;
  /** The image that it ran before. */
  readonly from: string;
  readonly tag: string;
  /** Absolute path of the program with the defect. */
  readonly program: string;
  readonly defect: ProgramDefect;
}

/** Parts of a fault that are particular to one kind of defect. */
export interface BrokenBuild
  extends Pick<Injector<BuildParams>, "id" | "version" | "title" | "words" | "family" | "correlates" | "symptoms"> {
  /** Facts by which the defect is drawn, with the ways of rolling it out where not all will do; or the reason why a workload is no target. */
  factsOf(workload: AppWorkload): Target["facts"] | string;
  drawDefect(rng: Rng, facts: Target["facts"]): ProgramDefect;
  /** True where users' requests fail by it; missing: nowhere. */
  isVisible?(workload: AppWorkload): boolean;
  /** True: the program does not start, so that a roll-out hangs where old pods serve until new ones are ready. */
  readonly hangs?: true;
}

/** Creates the fault that a workload runs a build whose program has a defect: all of them are one mistake, a release that was not tested. */
export const defineBrokenBuild = ({ factsOf, drawDefect, isVisible = () => false, hangs, ...fault }: BrokenBuild): Injector<BuildParams> =>
  defineInjector<BuildParams>({
    ...fault,
    catalogueType: "buggy-build",
    layer: "app",
    scope: "namespace",
    needs: ["disturb.image", ...(hangs ? [] : ["telemetry"])],
    ...(!hangs && { needsTraffic: true }),
    twins: buildTwins,
    params: z.object({
      ...templateParams,
      container: z.string().min(1),
      from: z.string().min(1),
      tag: z.string().min(1),
      program: z.string().min(1),
      defect,
    }),
    targets: async (view, place) =>
      await templateTargets(
        view,
        place,
        (_workload, _target, own) => {
          const facts = own.component.program === undefined ? "it runs a product, of which there are no builds" : factsOf(own);
          return typeof facts === "string" ? facts : { ...ownFacts(own), ...facts };
        },
        isVisible,
      ),
    sample: (rng, target) => ({
      ...sampleTemplate(rng, target),
      container: `${target.facts["container"]}`,
      from: `${target.facts["image"]}`,
      tag: drawBuildTag(rng.stream("tag"), `${target.facts["image"]}`),
      program: `${target.facts["program"]}`,
      defect: drawDefect(rng.stream("defect"), target.facts),
    }),
    ...(hangs && { isLatent: isLatentTemplate }),
    inject: async (cluster, { target, container, rollout, ...build }, { namespace }) => {
      await cluster.disturb.image(build);
      const containers = [{ name: container, image: withTag(build.from, build.tag) }];
      await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: { containers } } } });
    },
    truth: ({ target }) => [{ resource: target, faultType: fault.id, catalogueType: "buggy-build" }],
    oracle: (params, baseline) => ({ checks: [checkImage(params, baseline), workloadRuns(baseline, params.target)], trials: [] }),
    solve: putImageBack,
    accepts: imageAccepts,
    rejects,
    evidence: ({ target, from, tag }, place) => [
      {
        look: describePods(place, target),
        shows: [describedAs(target), `^ +Image: +${literal(withTag(from, tag))}$`],
        says: `pods of ${target} run the build ${tag}`,
      },
    ],
  });

const ownFacts = ({ workload, component }: AppWorkload): Target["facts"] => ({
  ...imageFacts(workload),
  program: component.program ?? "",
});

const share = z.number().positive().max(1);
const positive = z.number().positive();

const defect: z.ZodType<ProgramDefect> = z.strictObject({
  panic: z.string().min(1).exactOptional(),
  builtIn: z.record(z.string(), z.string()).exactOptional(),
  fails: z.strictObject({ share, error: z.string().min(1) }).exactOptional(),
  addedMs: positive.exactOptional(),
  addedCpuMs: positive.exactOptional(),
  leakKiB: positive.exactOptional(),
});

const rejects = (params: BuildParams, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.target),
  scaleDown(params.target),
  scaleUp(params.target),
  { name: "pull the build anew", calls: [patchContainer(params.target, params.container, { imagePullPolicy: "Always" })] },
  ...runOtherImage(params, baseline),
];
