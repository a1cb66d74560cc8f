import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { EFFECTS, KEYS } from "./effects.ts";

/** Idle workloads for nodes that are kept for something, with an effect that taints have, or with any. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`tolerations of ${name}`);
    const { key, value } = own.stream("key").pick(KEYS);
    const effect = own.stream("effect").pick([...EFFECTS, undefined]);
    const tolerations = [{ key, operator: "Equal", value, ...(effect === undefined ? {} : { effect }) }];
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({ ...template, spec: { ...spec, tolerations } }) as never);
  });
