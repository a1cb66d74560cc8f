import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads whose claims ask for no class, for the default one by its name, or for any. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => own.stream("class").pick([{ storageClassName: "" }, { storageClassName: "standard" }, {}]),
  );
