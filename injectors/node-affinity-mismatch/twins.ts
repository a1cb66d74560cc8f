import type { Node } from "#kube/types/cluster.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { labelsOf, missingLabel } from "./missing-label.ts";
import { preferring, requiring } from "./required-affinity.ts";

/** Idle workloads for nodes that are not there at the moment, which some require and others prefer, or for any node. */
export const twins: DrawTwins = (rng, baseline) => {
  const labels = labelsOf((baseline.objects["nodes"] ?? []) as readonly Node[]);
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`affinity of ${name}`);
    const missing = missingLabel(own.stream("missing"), labels);
    const unmet = requiring(missing);
    const affinity = own.pick([
      unmet,
      unmet,
      preferring(missing),
      requiring({ key: "kubernetes.io/os", operator: "In", values: ["linux"] }),
    ]);
    const set = affinity === unmet ? abandonedSet : idleSet;
    return set(rng.stream(name), baseline, name, (template) => ({ ...template, spec: { ...template.spec, affinity } }));
  });
};
