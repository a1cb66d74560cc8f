import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads that lack a variable which those that they are like have. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    return idleSet(own, baseline, name, (template) =>
      withContainer(template, ({ env = [] }) => {
        if (env.length === 0) return {};
        const lost = own.stream("variable").pick(env);
        return { env: env.filter((one) => one !== lost) };
      }),
    );
  });
