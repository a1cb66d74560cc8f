import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";
import { drawMode } from "./modes.ts";

/** Idle workloads with claims for several nodes, which nobody has asked for yet, or for one. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => ({ accessModes: [own.stream("several").chance(SEVERAL) ? drawMode(own) : "ReadWriteOnce"] }),
  );

const SEVERAL = { numerator: 3, denominator: 4 } as const;
