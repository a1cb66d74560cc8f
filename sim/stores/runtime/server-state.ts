import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { processState, STORE_SERVERS, setProcessState } from "../../processes/process-state.ts";

/** A server of data that listens on a port of a container. */
export interface StoreServer {
  readonly process: Process;
  readonly port: number;
}

/** State of a running server; removed with its container. */
export const serverState = <T>(world: World, { process, port }: StoreServer): T | undefined =>
  processState<ByPort<T>>(world, process, STORE_SERVERS)?.[port];

/** Replaces the state of a running server. */
export const setServerState = <T>(world: World, { process, port }: StoreServer, state: T): void =>
  setProcessState<ByPort<T>>(world, process, STORE_SERVERS, {
    ...processState<ByPort<T>>(world, process, STORE_SERVERS),
    [port]: state,
  });

type ByPort<T> = Readonly<Record<number, T>>;
