import { ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { sampleWait, waitContainer } from "../wait-container.ts";
import { CAREFUL, DRAINING } from "./strategies.ts";

/** Idle workloads that would be rolled out in one go or little by little, some with an init container that waits. */
export const twins: DrawTwins = (rng, baseline) => {
  const taken = ownObjects(baseline, "services").map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`strategy of ${name}`);
    const rollingUpdate = own.pick([DRAINING, DRAINING, CAREFUL, { maxUnavailable: 0, maxSurge: 1 }]);
    const waits = own.stream("waits").chance({ numerator: 1, denominator: 2 });
    const initContainers = waits ? [waitContainer(sampleWait(own.stream("wait"), { taken, names: [] }))] : [];
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, initContainers: [...(spec.initContainers ?? []), ...initContainers] },
    })).map((twin) =>
      twin.object.kind === "Deployment" ? { ...twin, object: withStrategy(twin.object as Deployment, rollingUpdate) } : twin,
    );
  });
};

const withStrategy = (deployment: Deployment, rollingUpdate: typeof DRAINING): Deployment => ({
  ...deployment,
  spec: { ...deployment.spec, strategy: { type: "RollingUpdate", rollingUpdate } },
});
