import type { StatefulSet } from "#kube/types/workloads.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames, type Twin } from "../twin.ts";

/** Idle workloads that would be updated in some other way than most: by hand, all at once, or one part first. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`strategy of ${name}`);
    return idleSet(rng.stream(name), baseline, name).map(
      (twin) => ({ ...twin, object: withStrategy(twin.object as StatefulSet, own) }) as Twin,
    );
  });

const withStrategy = (object: StatefulSet, rng: { pick<T>(items: readonly T[]): T }): object =>
  object.kind === "StatefulSet"
    ? {
        ...object,
        spec: {
          ...object.spec,
          updateStrategy: rng.pick([{ type: "OnDelete" }, { type: "RollingUpdate", rollingUpdate: { partition: 1 } }]),
        },
      }
    : {
        ...object,
        spec: { ...object.spec, strategy: rng.pick([{ type: "Recreate" }, { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }]) },
      };
