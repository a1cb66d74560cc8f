import { withContainer } from "#kube/objects/with-container.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads whose settings are not there yet. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const settings = `${name}-${rng.stream(`settings of ${name}`).pick(ENDINGS)}`;
    return parkedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ envFrom = [] }) => ({ envFrom: [...envFrom, { configMapRef: { name: settings } }] })),
    );
  });

const ENDINGS: readonly string[] = ["config", "settings", "env", "conf"];
