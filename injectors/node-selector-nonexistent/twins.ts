import { HOSTNAME, workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { missingNode } from "../missing-node.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads for nodes that are not there at the moment, for one that is, or for every node. */
export const twins: DrawTwins = (rng, baseline) => {
  const nodes = workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]).map(({ metadata }) => metadata.name);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`node of ${name}`);
    const missing = { [HOSTNAME]: missingNode(own.stream("missing"), nodes) };
    const nodeSelector = own.pick([
      { "kubernetes.io/os": "linux" },
      missing,
      missing,
      { [HOSTNAME]: nodes.length === 0 ? "worker" : own.pick(nodes) },
    ]);
    const set = nodeSelector === missing ? abandonedSet : idleSet;
    return set(rng.stream(name), baseline, name, (template) => ({ ...template, spec: { ...template.spec, nodeSelector } }));
  });
};
