import type { Proc } from "#shell/machine/process-table.ts";
import type { World } from "../kernel/world.ts";
import { planSolve } from "../processes/plan-solve.ts";
import type { Process } from "../processes/process.ts";
import { BUSY_THREADS, clearProcessState, processState, setProcessState } from "../processes/process-state.ts";
import type { ContainerMachine } from "./container-machine.ts";

/** Notes how many processes of a container compute without a pause: each keeps a core busy, as far as there is one for it. */
export const noteBusyThreads = (world: World, process: Process, machine: ContainerMachine): void => {
  const busy = machine.all().filter(isAtWork).length;
  if (busy === (processState<number>(world, process, BUSY_THREADS) ?? 0)) return;
  if (busy === 0) clearProcessState(world, process, BUSY_THREADS);
  else setProcessState(world, process, BUSY_THREADS, busy);
  planSolve(world);
};

/** True for a process of a container that computes just now, and would go on. */
export const isAtWork = ({ exit, program, wait }: Proc): boolean =>
  exit === undefined &&
  program.kind !== "native" &&
  (wait === undefined || (wait.on === "time" && program.kind === "applet" && COMPUTING.has(program.name)));

/** Applets that have their result at once here, and let the time pass that it takes to compute. */
const COMPUTING: ReadonlySet<string> = new Set(["dd", "yes"]);
