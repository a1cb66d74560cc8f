import { apart, ratherApart } from "../apart.ts";
import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with a volume for one node, whose pods would have to keep apart, or had better. */
export const twins: DrawTwins = (rng, baseline) =>
  singleVolumeTwins(rng, baseline, (own) => {
    const keep = own.stream("apart").pick([apart, ratherApart]);
    return ({ spec, metadata, ...template }) => ({
      ...template,
      ...(metadata && { metadata }),
      spec: { ...spec, affinity: { ...spec.affinity, ...keep({ matchLabels: metadata?.labels ?? {} }) } },
    });
  });
