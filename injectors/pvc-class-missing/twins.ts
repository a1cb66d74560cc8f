import { singleVolumeTwins } from "../single-volume-twins.ts";
import { drawMissingClass } from "../storage-classes.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads whose claims ask for a class that there is not, for none, for the default one by its name, or for any. */
export const twins: DrawTwins = (rng, baseline) => {
  const present = (baseline.objects["storageclasses.storage.k8s.io"] ?? []).map(({ metadata }) => metadata.name);
  return singleVolumeTwins(
    rng,
    baseline,
    () => (template) => template,
    (own) => {
      if (own.stream("missing").chance(MISSING)) return { storageClassName: drawMissingClass(own.stream("name"), present) };
      return own.stream("class").pick([{ storageClassName: "" }, { storageClassName: "standard" }, {}]);
    },
  );
};

/** Share of those that ask for a class that there is not. */
const MISSING = { numerator: 3, denominator: 4 } as const;
