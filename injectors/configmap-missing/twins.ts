import { withContainer } from "#kube/objects/with-container.ts";
import { abandonedSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads whose settings are not there yet. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const settings = `${name}-${rng.stream(`settings of ${name}`).pick(ENDINGS)}`;
    return abandonedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ envFrom = [] }) => ({ envFrom: [...envFrom, { configMapRef: { name: settings } }] })),
    );
  });

const ENDINGS: readonly string[] = ["config", "settings", "env", "conf"];
