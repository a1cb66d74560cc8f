import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { KEEPS_ALL, ONE_GOES } from "./strategies.ts";

/** Idle Deployments whose roll-outs keep all pods, or let one go. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 3, 5).flatMap((name) =>
    idleSet(rng.stream(name), baseline, name).map((twin) => {
      if (twin.resource !== "deployments.apps") return twin;
      const { spec, ...object } = twin.object as unknown as { readonly spec: object };
      const strategy = rng.stream(`strategy of ${name}`).pick([KEEPS_ALL, KEEPS_ALL, ONE_GOES]);
      return { ...twin, object: { ...object, spec: { ...spec, strategy } } as unknown as typeof twin.object };
    }),
  );
