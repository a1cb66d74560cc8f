import { withContainer } from "#kube/objects/with-container.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads that lack a variable which those that they are like have. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    return parkedSet(own, baseline, name, (template) =>
      withContainer(template, ({ env = [] }) => {
        if (env.length === 0) return {};
        const lost = own.stream("variable").pick(env);
        return { env: env.filter((one) => one !== lost) };
      }),
    );
  });
