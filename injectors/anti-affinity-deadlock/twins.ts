import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { apart, ratherApart } from "../apart.ts";
import { givenUpSet, parkedSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads whose pods would have to keep apart, or had better: of some there are to be more than there are nodes. */
export const twins: DrawTwins = (rng, baseline) => {
  const workers = workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]).length;
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`pods of ${name}`);
    const keep = own.pick([apart, apart, ratherApart]);
    const replicas = own.stream("replicas").pick([1, workers + 1, workers + 1, workers + 2]);
    const set = own.stream("given up").chance(MOSTLY) ? givenUpSet : parkedSet;
    return set(
      rng.stream(name),
      baseline,
      name,
      ({ spec, metadata, ...template }) => ({
        ...template,
        ...(metadata && { metadata }),
        spec: { ...spec, affinity: { ...spec.affinity, ...keep({ matchLabels: metadata?.labels ?? {} }) } },
      }),
      replicas,
    );
  });
};

const MOSTLY = { numerator: 3, denominator: 4 } as const;
