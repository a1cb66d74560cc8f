import type { Process } from "../../apps/runtime/process.ts";
import { memoryOf, setMemory } from "../../apps/runtime/process-memory.ts";
import type { World } from "../../kernel/world.ts";

/** Sets a server's working set where it differs enough to be seen. */
export const moveOrSet = (world: World, process: Process, mib: number): void => {
  const rounded = Math.round(mib * 100) / 100;
  if (Math.abs(memoryOf(world, process) - rounded) >= 0.01) setMemory(world, process, rounded, 0);
};
