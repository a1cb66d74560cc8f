import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { DrawTwins } from "../twin.ts";

/** Notes of nodes that were cordoned once, and take pods again. */
export const twins: DrawTwins = (rng, baseline) => {
  const key = rng.stream("key").pick(KEYS);
  return rng
    .stream("nodes")
    .shuffle(workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]))
    .slice(0, rng.int(1, 2))
    .map(({ metadata: { name } }) => ({
      verb: "patch",
      resource: "nodes",
      name,
      namespace: null,
      patch: { metadata: { annotations: { [key]: rng.stream(name).pick(VALUES) } } },
    }));
};

const KEYS: readonly string[] = ["ops.example.com/last-cordon", "ops.example.com/drain", "ops.example.com/scheduling"];
const VALUES: readonly string[] = ["disk-swap", "os-patch", "firmware", "memory-test", "rack-move"];
