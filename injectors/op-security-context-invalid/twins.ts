import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { IDS } from "./ids.ts";

/** Idle workloads whose pods would run as some user or group, ordinary ones and such as are hardly ever seen. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`security context of ${name}`);
    const securityContext = { [own.stream("id").pick(IDS)]: own.stream("number").pick([0, 65534, 1000, 1001, 10001, 2147483647]) };
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({ ...template, spec: { ...spec, securityContext } }));
  });
