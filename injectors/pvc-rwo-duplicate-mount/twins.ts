import { ownObjects } from "#kube/app/baseline.ts";
import { apart, ratherApart } from "../apart.ts";
import { type DrawTwins, neighbourNames, parkedSet, type Twin } from "../twin.ts";
import { drawVolume, singleClaim } from "./single-volume.ts";

/** Parked workloads with a volume for one node, whose pods would have to keep apart, or had better. */
export const twins: DrawTwins = (rng, baseline) => {
  const taken = ownObjects(baseline, "persistentvolumeclaims").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 3).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`volume of ${name}`);
    const { volume, claim, path } = drawVolume(own, name, taken);
    const keep = own.stream("apart").pick([apart, ratherApart]);
    const set = parkedSet(rng.stream(name), baseline, name, ({ spec, metadata, ...template }) => ({
      ...template,
      ...(metadata && { metadata }),
      spec: {
        ...spec,
        affinity: { ...spec.affinity, ...keep({ matchLabels: metadata?.labels ?? {} }) },
        volumes: [...(spec.volumes ?? []), { name: volume, persistentVolumeClaim: { claimName: claim } }],
        containers: spec.containers.map((container, i) =>
          i > 0 ? container : { ...container, volumeMounts: [...(container.volumeMounts ?? []), { name: volume, mountPath: path }] },
        ),
      },
    }));
    if (set.length === 0) return [];
    return [{ verb: "create", resource: "persistentvolumeclaims", object: singleClaim(claim, baseline.namespace) }, ...set];
  });
};
