import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Notes of workers that were cordoned once and take pods again, and a control plane, which takes none of the app's anyway, that is cordoned. */
export const twins: DrawTwins = (rng, baseline) => {
  const nodes = (baseline.objects["nodes"] ?? []) as readonly Node[];
  const workers = workersAmong(nodes);
  const key = rng.stream("key").pick(KEYS);
  const noted = rng
    .stream("nodes")
    .shuffle(workers)
    .slice(0, rng.int(1, 2))
    .map((node) => patchOf(node, { metadata: { annotations: { [key]: rng.stream(node.metadata.name).pick(VALUES) } } }));
  const others = nodes.filter((node) => !workers.includes(node));
  return [...noted, ...others.map((node) => patchOf(node, { spec: { unschedulable: true } }))];
};

const patchOf = ({ metadata: { name } }: Node, patch: object): Twin => ({ verb: "patch", resource: "nodes", name, namespace: null, patch });

const KEYS: readonly string[] = ["ops.example.com/last-cordon", "ops.example.com/drain", "ops.example.com/scheduling"];
const VALUES: readonly string[] = ["disk-swap", "os-patch", "firmware", "memory-test", "rack-move"];
