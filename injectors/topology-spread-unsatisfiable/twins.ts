import type { Node } from "#kube/types/cluster.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { keysOf, missingKey } from "./missing-key.ts";
import { ratherOverHosts, spreadOver } from "./spread.ts";

/** Idle workloads that would have to be spread over what nodes lack at the moment, or had better be spread over hosts. */
export const twins: DrawTwins = (rng, baseline) => {
  const keys = keysOf((baseline.objects["nodes"] ?? []) as readonly Node[]);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`spread of ${name}`);
    const key = missingKey(own.stream("key"), keys);
    const isHard = own.pick([true, true, false]);
    const set = isHard ? abandonedSet : idleSet;
    return set(rng.stream(name), baseline, name, ({ spec, metadata, ...template }) => {
      const selector = { matchLabels: metadata?.labels ?? {} };
      const topologySpreadConstraints = [isHard ? spreadOver(key, 1, selector) : ratherOverHosts(selector)];
      return { ...template, ...(metadata && { metadata }), spec: { ...spec, topologySpreadConstraints } };
    });
  });
};
