import type { World } from "../kernel/world.ts";

/** What the service manager of a machine did with a service. */
export interface UnitChange {
  readonly atMs: number;
  readonly node: string;
  readonly unit: "kubelet";
  readonly change: "started" | "stopped" | "failed";
  /** Last words of a service that failed. */
  readonly message?: string;
}

/** Changes of a machine's services, oldest first; without what was before the first of them. */
export const unitChanges = (world: World, node: string): readonly UnitChange[] =>
  [...world.log<UnitChange>(UNIT_CHANGES).from(0)].filter((change) => change.node === node);

/** Notes that a service was started, stopped or could not run. */
export const noteUnitChange = (world: World, change: Omit<UnitChange, "atMs">): void =>
  world.log<UnitChange>(UNIT_CHANGES).append(Object.freeze({ ...change, atMs: world.nowMs() }));

const UNIT_CHANGES = "machines/unit-changes";
