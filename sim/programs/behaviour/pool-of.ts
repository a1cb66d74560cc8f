import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { amountOf } from "./settings.ts";

/** A pool of connections. */
export interface Pool {
  readonly connections: number;
  /** Time for which a request waits for a connection, ms; missing: as long as it takes. */
  readonly waitMs?: number;
}

/** Pool of connections to a program's store, as it is set; undefined: it has none. */
export const poolOf = (process: Process, { behaviour: { store } }: AppProgram): Pool | undefined => {
  if (store === undefined || store.kind === "key-value" || store.pool === undefined) return undefined;
  const { connections, waitMs } = store.pool;
  return { connections: amountOf(process, connections), ...(waitMs !== undefined && { waitMs: amountOf(process, waitMs) }) };
};
