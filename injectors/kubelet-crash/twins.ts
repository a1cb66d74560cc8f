import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { DrawTwins } from "../twin.ts";

/** Notes of work on nodes that is over. */
export const twins: DrawTwins = (rng, baseline) =>
  rng
    .stream("nodes")
    .shuffle(workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]))
    .slice(0, rng.int(1, 2))
    .map(({ metadata: { name } }) => ({
      verb: "patch",
      resource: "nodes",
      name,
      namespace: null,
      patch: { metadata: { annotations: { [rng.stream(name).pick(KEYS)]: rng.stream(`${name} value`).pick(VALUES) } } },
    }));

const KEYS: readonly string[] = ["ops.example.com/maintenance", "ops.example.com/kubelet", "ops.example.com/last-reboot"];
const VALUES: readonly string[] = ["done", "restarted", "upgraded", "kernel-update"];
