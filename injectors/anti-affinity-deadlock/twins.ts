import { apart, ratherApart } from "../apart.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads whose pods would have to keep apart, or had better. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const keep = rng.stream(`pods of ${name}`).pick([apart, apart, ratherApart]);
    return idleSet(rng.stream(name), baseline, name, ({ spec, metadata, ...template }) => ({
      ...template,
      ...(metadata && { metadata }),
      spec: { ...spec, affinity: { ...spec.affinity, ...keep({ matchLabels: metadata?.labels ?? {} }) } },
    }));
  });
