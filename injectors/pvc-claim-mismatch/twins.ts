import { ownObjects } from "#kube/app/baseline.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { misnamedClaim } from "./misnamed-claim.ts";

/** Idle workloads that mount claims which are there, or that were deleted when they were parked. */
export const twins: DrawTwins = (rng, baseline) => {
  const claims = ownObjects(baseline, "persistentvolumeclaims").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`claim of ${name}`);
    const like = claims.length === 0 ? `${name}-data` : own.pick(claims);
    const isThere = claims.length > 0 && own.stream("there").chance({ numerator: 1, denominator: 2 });
    const claimName = isThere ? like : misnamedClaim(own.stream("name"), like, claims);
    const set = isThere ? idleSet : abandonedSet;
    return set(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: {
        ...spec,
        volumes: [...(spec.volumes ?? []), { name: "store", persistentVolumeClaim: { claimName } }],
        containers: spec.containers.map((container, i) =>
          i > 0
            ? container
            : { ...container, volumeMounts: [...(container.volumeMounts ?? []), { name: "store", mountPath: "/var/lib/store" }] },
        ),
      },
    }));
  });
};
