import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { sampleHook } from "./endless-hook.ts";

/** Idle workloads with a postStart hook: of some it ends, of others it does not. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`hook of ${name}`);
    const { command } = sampleHook(own, {});
    const postStart = own.stream("ends").chance({ numerator: 1, denominator: 4 }) ? { sleep: { seconds: 5 } } : { exec: { command } };
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ lifecycle }) => ({ lifecycle: { ...lifecycle, postStart } })),
    );
  });
