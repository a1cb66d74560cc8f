import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { drawBuildTag } from "../build-tag.ts";
import { imageFacts } from "../image-fault.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";
import { canaryName, canaryOf, drawTrack } from "./canary.ts";

/** Canaries behind Services of the app that take no request: most wait for a build that nobody pushed, others are parked. */
export const twins: DrawTwins = (rng, baseline) => {
  const programs = new Set(baseline.app.components.flatMap(({ name, program }) => (program === undefined ? [] : [name])));
  return rng
    .stream("workloads")
    .shuffle(ownObjects(baseline, "deployments.apps") as readonly Deployment[])
    .filter(({ metadata, spec }) => programs.has(metadata.name) && (spec.replicas ?? 1) > 0)
    .slice(0, rng.stream("count").int(1, 3))
    .map((model) => canaryTwin(rng.stream(model.metadata.name), baseline, model));
};

const canaryTwin = (rng: Rng, { namespace }: Baseline, model: Deployment): CreatedTwin => {
  const { name } = model.metadata;
  const parked = rng.stream("parked").chance(PARKED);
  const object = canaryOf(
    { ...model, metadata: { ...model.metadata, namespace } },
    {
      name: canaryName(rng.stream("name"), name),
      replicas: parked ? 0 : Math.ceil((model.spec.replicas ?? 1) / 2),
      ...drawTrack(rng.stream("track"), Object.keys(model.spec.template.metadata?.labels ?? {})),
      tag: drawBuildTag(rng.stream("tag"), imageFacts(model).image),
    },
  );
  return { verb: "create", resource: "deployments.apps", object, among: name };
};

const PARKED = { numerator: 1, denominator: 4 } as const;
