import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import { idleSet } from "./idle-set.ts";
import { POLICIES } from "./policy-targets.ts";
import { neighbourNames, type Twin } from "./twin.ts";

/**
 * Draws one or two idle workloads with a policy on their pods, which keeps out nobody, since nobody calls them.
 *
 * @param policyOf draws the policy of one of them, from its own stream, its name and the labels of its pods
 */
export const policiesOfIdle = (
  rng: Rng,
  baseline: Baseline,
  policyOf: (own: Rng, name: string, labels: Readonly<Record<string, string>>) => NetworkPolicy,
): readonly Twin[] =>
  neighbourNames(rng, baseline, 1, 2).flatMap((name): readonly Twin[] => {
    const set = idleSet(rng.stream(name), baseline, name);
    return set.flatMap((twin): readonly Twin[] => {
      const labels = (twin.object as Workload).spec.template.metadata?.labels ?? {};
      const object = policyOf(rng.stream(`policy of ${name}`), name, labels);
      return [{ verb: "create", resource: POLICIES, object }, twin];
    });
  });
