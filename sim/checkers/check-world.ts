import type { World } from "../kernel/world.ts";
import { checkEndpointsArePods } from "./check-endpoints-are-pods.ts";
import { checkPodsHaveNodes } from "./check-pods-have-nodes.ts";
import { checkProcessesHavePods } from "./check-processes-have-pods.ts";
import { checkReadyPodsRun } from "./check-ready-pods-run.ts";
import { checkUniqueAddresses } from "./check-unique-addresses.ts";

/** Checks every invariant that a world must keep between two events; throws on the first that is broken. */
export const checkWorld = (world: World): void => {
  for (const check of CHECKS) check(world);
};

const CHECKS: readonly ((world: World) => void)[] = [
  checkPodsHaveNodes,
  checkReadyPodsRun,
  checkProcessesHavePods,
  checkUniqueAddresses,
  checkEndpointsArePods,
];
