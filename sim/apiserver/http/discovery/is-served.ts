import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";

/** False for what only another server could answer, and this world has none. */
export const isServed = (world: World, { group }: ResourceRow): boolean => {
  if (!AGGREGATED.has(group)) return true;
  const apis = world.parts.config["aggregatedApis"] as Readonly<Record<string, unknown>> | undefined;
  return apis?.[group] !== undefined;
};

const AGGREGATED: ReadonlySet<string> = new Set(["metrics.k8s.io"]);
