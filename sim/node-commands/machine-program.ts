import type { World } from "../kernel/world.ts";

/** Program of a machine. */
export type MachineProgram = (world: World, node: string, args: readonly string[]) => MachineResult;

/** Result of a command. */
export interface MachineResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}
