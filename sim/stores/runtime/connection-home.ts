import type { World } from "../../kernel/world.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { CONTAINER_OS, processState } from "../../processes/process-state.ts";

/** The process that holds the client's end of a connection. */
export interface ConnectionHome {
  readonly key: string;
  readonly startedAtMs: number;
  readonly pid: number;
  readonly ip: string;
  readonly openedAtMs: number;
}

/** True while the client's process runs; when it is gone, its connections are. */
export const isHomeAlive = (world: World, { key, startedAtMs, pid, openedAtMs }: ConnectionHome): boolean => {
  const process = findProcess(world, key, startedAtMs);
  if (process === undefined) return false;
  // What began at this very instant may not be written down yet.
  if (openedAtMs === world.nowMs()) return true;
  const found = processState<Table>(world, process, CONTAINER_OS)?.processes[pid];
  return found !== undefined && found.exit === undefined;
};

/** The part of a container's table of processes that is looked at. */
interface Table {
  readonly processes: Readonly<Record<number, { readonly exit: number | undefined }>>;
}
