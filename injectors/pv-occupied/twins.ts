import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with claims for a volume by its name, which is not made yet. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) =>
      own.stream("named").chance(NAMED) ? { volumeName: `${own.stream("volume").pick(PREFIXES)}-${own.stream("number").int(1, 40)}` } : {},
  );

const NAMED = { numerator: 3, denominator: 4 } as const;

const PREFIXES: readonly string[] = ["pv", "disk", "volume", "data-pv"];
