import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { idleSet } from "./idle-set.ts";
import { drawVolume, singleClaim, withVolume } from "./single-volume.ts";
import { neighbourNames, type Twin } from "./twin.ts";

/**
 * Idle workloads with a volume that one node alone may mount.
 *
 * @param changeOf draws what else is particular to the pods of one of them, from its own stream
 * @param claimOf draws what is particular to its claim; missing: nothing
 */
export const singleVolumeTwins = (
  rng: Rng,
  baseline: Baseline,
  changeOf: (own: Rng) => (template: PodTemplateSpec) => PodTemplateSpec,
  claimOf: (own: Rng) => Partial<PersistentVolumeClaim["spec"]> = () => ({}),
): readonly Twin[] => {
  const taken = ownObjects(baseline, "persistentvolumeclaims").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`volume of ${name}`);
    const volume = drawVolume(own, name, taken);
    const change = changeOf(own);
    const set = idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) =>
      change({ ...template, spec: withVolume(spec, volume) }),
    );
    if (set.length === 0) return [];
    const claim = singleClaim(volume.claim, baseline.namespace);
    const object: PersistentVolumeClaim = { ...claim, spec: { ...claim.spec, ...claimOf(own) } };
    return [{ verb: "create", resource: "persistentvolumeclaims", object }, ...set];
  });
};
