import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with claims for a great deal of storage, which nobody has made yet. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => ({ resources: { requests: { storage: own.stream("size").pick(["5Gi", "10Gi", "20Gi", "40Gi", "100Gi", "500Gi"]) } } }),
  );
