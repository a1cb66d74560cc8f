import { boundVolumes } from "../bound-volumes.ts";
import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with claims for a volume by its name, which another claim has, or which is not made yet. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => {
      if (!own.stream("named").chance(NAMED)) return {};
      const planned = `${own.stream("volume").pick(PREFIXES)}-${own.stream("number").int(1, 40)}`;
      return { volumeName: own.stream("which").pick([...boundVolumes(baseline), planned]) };
    },
  );

const NAMED = { numerator: 3, denominator: 4 } as const;

const PREFIXES: readonly string[] = ["pv", "disk", "volume", "data-pv"];
