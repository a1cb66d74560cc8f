import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import { drawVolume, singleClaim, withVolume } from "./single-volume.ts";
import { neighbourNames, parkedSet, type Twin } from "./twin.ts";

/**
 * Parked workloads with a volume that one node alone may mount.
 *
 * @param changeOf draws what else is particular to one of them, from its own stream
 */
export const singleVolumeTwins = (
  rng: Rng,
  baseline: Baseline,
  changeOf: (own: Rng) => (template: PodTemplateSpec) => PodTemplateSpec,
): readonly Twin[] => {
  const taken = ownObjects(baseline, "persistentvolumeclaims").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 3).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`volume of ${name}`);
    const volume = drawVolume(own, name, taken);
    const change = changeOf(own);
    const set = parkedSet(rng.stream(name), baseline, name, ({ spec, ...template }) =>
      change({ ...template, spec: withVolume(spec, volume) }),
    );
    if (set.length === 0) return [];
    return [{ verb: "create", resource: "persistentvolumeclaims", object: singleClaim(volume.claim, baseline.namespace) }, ...set];
  });
};
