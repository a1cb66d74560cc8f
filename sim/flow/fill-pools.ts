import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../kernel/world.ts";
import { callerOfProcess, reach } from "../network/connections/process-caller.ts";
import { networkRevision } from "../network/network-revision.ts";
import type { Process } from "../processes/process.ts";
import { poolOf } from "../programs/behaviour/pool-of.ts";
import { addressOf, sqlLoginOf } from "../programs/behaviour/settings.ts";
import { hasPool, type PooledConnections, setPools } from "../stores/runtime/pooled-connections.ts";
import { SQL_PRODUCTS } from "../stores/sql-products.ts";

/** Lets programs that serve fill their pools with connections to the SQL servers that they reach, the oldest first. */
export const fillPools = (world: World, processes: readonly Process[]): void => {
  world.memo("flow/pools", networkRevision(world), () => {
    const pools = new Map<string, PooledConnections[]>();
    for (const process of processes.filter((process) => needsPool(world, process)).sort(byAge)) {
      const found = findPool(world, process);
      if (found !== undefined) pools.set(found.server, [...(pools.get(found.server) ?? []), found.pool]);
    }
    setPools(world, pools);
    return true;
  });
};

const needsPool = (world: World, process: Process): boolean =>
  process.app?.behaviour.store?.kind === "sql" && (process.ports.length > 0 || hasPool(world, process));

const byAge = (a: Process, b: Process): number => a.startedAtMs - b.startedAtMs || (a.key < b.key ? -1 : 1);

const findPool = (world: World, process: Process): { readonly server: string; readonly pool: PooledConnections } | undefined => {
  const { app } = process;
  const store = app?.behaviour.store;
  const pool = app === undefined ? undefined : poolOf(process, app);
  if (pool === undefined || store?.kind !== "sql") return undefined;
  const { host, port } = addressOf(process, store.address, DEFAULT_PORTS[store.product]);
  const reached = reach(world, process, host, port, SQL_PRODUCTS[store.product].serves);
  if (reached.kind === "failed") return undefined;
  const { user, database } = sqlLoginOf(process, store);
  const ip = callerOfProcess(world, process).podIP ?? "";
  return {
    server: reached.server.key,
    pool: { client: process.key, startedAtMs: process.startedAtMs, ip, user, database, table: store.table, wanted: pool.connections },
  };
};
