import type { World } from "../kernel/world.ts";

/** What a program of a machine does. */
export type MachineProgram = (world: World, node: string, args: readonly string[]) => MachineResult;

/** How it ended. */
export interface MachineResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}
