import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";

/** Starts process 1 of a container whose command runs in the model of its processes; the world's parts carry it as the constant `startMain`. */
export type StartMain = (world: World, process: Process) => void;

/** Starts process 1 of a container; where nothing models processes it does nothing. */
export const startMain: StartMain = (world, process) => (world.parts.config["startMain"] as StartMain | undefined)?.(world, process);
