import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { checkContainer, sampleCheck } from "./failing-check.ts";

/** Idle workloads with an init container that checks a setting: some have it, others do not. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`check of ${name}`);
    const check = sampleCheck(own, { names: [] });
    const isSet = own.stream("set").chance({ numerator: 1, denominator: 2 });
    const container = { ...checkContainer(check), ...(isSet ? { env: [{ name: check.setting, value: "1" }] } : {}) };
    const set = isSet ? idleSet : abandonedSet;
    return set(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, initContainers: [...(spec.initContainers ?? []), container] },
    }));
  });
