import { PRIORITY_CLASSES, type PriorityClass } from "#kube/types/cluster.ts";
import type { DrawTwins } from "../twin.ts";

/** Classes that no pod names, and that none is given. */
export const twins: DrawTwins = (rng, { extent }) =>
  // They belong to the cluster, which others share with the namespace.
  extent !== "cluster"
    ? []
    : rng
        .stream("classes")
        .shuffle(NAMES)
        .slice(0, rng.int(2, 3))
        .map((name) => {
          const [value, preemptionPolicy] = [
            rng.stream(name).pick([-200, 10, 100, 1000, 5000]),
            rng.stream(`${name} policy`).pick(POLICIES),
          ];
          const metadata = { name };
          const object = {
            apiVersion: "scheduling.k8s.io/v1",
            kind: "PriorityClass",
            metadata,
            value,
            globalDefault: false,
            preemptionPolicy,
          };
          return { verb: "create", resource: PRIORITY_CLASSES, object: object as PriorityClass };
        });

const NAMES: readonly string[] = ["tier-one", "tier-two", "reports", "nightly", "canary-runs", "load-tests"];

const POLICIES: readonly string[] = ["PreemptLowerPriority", "Never"];
