import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";
import { drawSelector, selecting } from "./selecting.ts";

/** Idle workloads with claims that select volumes by a label, which nobody has asked for yet. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => selecting(drawSelector(own.stream("selector"))),
  );
