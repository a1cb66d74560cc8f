import { boundVolumes } from "../bound-volumes.ts";
import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with claims for a great deal of storage, which nobody has made yet, some of them at a volume of another claim. */
export const twins: DrawTwins = (rng, baseline) => {
  const volumes = boundVolumes(baseline);
  return singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => ({
      resources: { requests: { storage: own.stream("size").pick(["5Gi", "10Gi", "20Gi", "40Gi", "50Gi"]) } },
      ...own.stream("volume").pick([{}, ...volumes.map((volumeName) => ({ volumeName }))]),
    }),
  );
};
