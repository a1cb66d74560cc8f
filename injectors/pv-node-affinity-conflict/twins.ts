import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";
import { pinnedTo } from "./pinned-to.ts";

/** Idle workloads with a volume that is not made yet, for one node or for any. */
export const twins: DrawTwins = (rng, baseline) => {
  const nodes = workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]).map(({ metadata }) => metadata.name);
  return singleVolumeTwins(rng, baseline, (own) => {
    const pinned = nodes.length > 0 && own.stream("pinned").chance(PINNED) ? pinnedTo(own.stream("node").pick(nodes)) : {};
    return ({ spec, ...template }) => ({ ...template, spec: { ...spec, nodeSelector: { ...spec.nodeSelector, ...pinned } } });
  });
};

const PINNED = { numerator: 2, denominator: 3 } as const;
