import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads that start another program of their image. */
export const twins: DrawTwins = (rng, baseline) => {
  const programs = baseline.app.components.flatMap(({ program, siblingPrograms }) =>
    program === undefined ? [] : [program, ...siblingPrograms],
  );
  if (programs.length === 0) return [];
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) =>
    idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, () => ({ command: [rng.stream(`program of ${name}`).pick(programs)] })),
    ),
  );
};
