import { ownObjects } from "#kube/app/baseline.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { sampleWait, waitContainer } from "../wait-container.ts";

/** Idle workloads with an init container that waits: some for a Service that is there, others for one that is not. */
export const twins: DrawTwins = (rng, baseline) => {
  const taken = ownObjects(baseline, "services").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`wait of ${name}`);
    const wait = sampleWait(own, { taken, names: [] });
    const isThere = taken.length > 0 && own.stream("there").chance({ numerator: 1, denominator: 2 });
    const host = isThere ? `service/${own.stream("service").pick(taken)}` : wait.host;
    const set = isThere ? idleSet : abandonedSet;
    return set(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, initContainers: [...(spec.initContainers ?? []), waitContainer({ ...wait, host })] },
    }));
  });
};
