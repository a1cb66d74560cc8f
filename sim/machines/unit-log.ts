import type { World } from "../kernel/world.ts";

/** One deed of a machine's service manager. */
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

/** True while a kubelet answers at an instant; one of a machine that nobody has touched does. */
export const kubeletServes = (world: World, node: string, atMs: number): boolean => {
  const log = world.log<UnitChange>(UNIT_CHANGES);
  for (let i = log.length - 1; i >= 0; i--) {
    const entry = log.at(i) as UnitChange;
    if (entry.node === node && entry.atMs <= atMs) return entry.change === "started";
  }
  return true;
};

/** Notes that a service was started, stopped or could not run. */
export const noteUnitChange = (world: World, change: Omit<UnitChange, "atMs">): void =>
  world.log<UnitChange>(UNIT_CHANGES).append(Object.freeze({ ...change, atMs: world.nowMs() }));

const UNIT_CHANGES = "machines/unit-changes";
