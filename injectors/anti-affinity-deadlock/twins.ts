import { apart, ratherApart } from "../apart.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads whose pods would have to keep apart, or had better. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const keep = rng.stream(`pods of ${name}`).pick([apart, apart, ratherApart]);
    return parkedSet(rng.stream(name), baseline, name, ({ spec, metadata, ...template }) => ({
      ...template,
      ...(metadata && { metadata }),
      spec: { ...spec, affinity: { ...spec.affinity, ...keep({ matchLabels: metadata?.labels ?? {} }) } },
    }));
  });
