import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads that define a variable twice. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const variable = own.pick(["LOG_LEVEL", "UPSTREAM_HOST", "REGION", "CACHE_HOST"]);
    const [first, second] = own.pick([
      ["info", "debug"],
      ["localhost", "127.0.0.1"],
      ["eu-west-1", "eu-central-1"],
    ]) as [string, string];
    return idleSet(own, baseline, name, (template) =>
      withContainer(template, ({ env = [] }) => ({
        env: [{ name: variable, value: first }, ...env.filter((one) => one.name !== variable), { name: variable, value: second }],
      })),
    );
  });
