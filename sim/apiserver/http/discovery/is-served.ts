import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { aggregatedServer } from "../aggregated-server.ts";

/** False for what only another server could answer, and this world has none that does. */
export const isServed = (world: World, { group }: ResourceRow): boolean =>
  !AGGREGATED.has(group) || aggregatedServer(world, group) === "served";

const AGGREGATED: ReadonlySet<string> = new Set(["metrics.k8s.io"]);
