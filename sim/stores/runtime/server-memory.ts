import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { memoryOf, setMemory } from "../../processes/process-memory.ts";

/** Sets a server's working set where it differs enough to be seen. */
export const moveOrSet = (world: World, process: Process, mib: number): void => {
  const rounded = Math.round(mib * 100) / 100;
  if (Math.abs(memoryOf(world, process) - rounded) >= 0.01) setMemory(world, process, rounded, 0);
};
