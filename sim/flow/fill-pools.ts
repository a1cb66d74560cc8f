import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../kernel/world.ts";
import { callerOfProcess, reach } from "../network/connections/process-caller.ts";
import { networkRevision } from "../network/network-revision.ts";
import type { Process } from "../processes/process.ts";
import { poolOf } from "../programs/behaviour/pool-of.ts";
import { addressOf, sqlLoginOf } from "../programs/behaviour/settings.ts";
import { hasLostConnections, hasPool, type PooledConnections, poolAt, setPools } from "../stores/runtime/pooled-connections.ts";
import { SQL_PRODUCTS } from "../stores/sql-products.ts";

/** Lets programs that serve fill their pools with connections to the SQL servers that they reach, the oldest first. */
export const fillPools = (world: World, processes: readonly Process[]): void => {
  // Who was not let in tries again and again.
  if (hasLostConnections(world)) setPools(world, findPools(world, processes));
  world.memo("flow/pools", networkRevision(world), () => {
    setPools(world, findPools(world, processes));
    return true;
  });
};

const findPools = (world: World, processes: readonly Process[]): ReadonlyMap<string, readonly PooledConnections[]> => {
  const pools = new Map<string, PooledConnections[]>();
  for (const process of processes.filter((process) => needsPool(world, process)).sort(byAge)) {
    const found = findPool(world, process);
    if (found !== undefined) pools.set(found.server, [...(pools.get(found.server) ?? []), found.pool]);
  }
  return pools;
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
  const { server } = reached;
  const { password, ...account } = sqlLoginOf(process, store);
  const ip = callerOfProcess(world, process).podIP ?? "";
  const before = poolAt(world, server, process);
  const isSignedIn = before !== undefined && before.lost === undefined;
  const isLetIn = () =>
    SQL_PRODUCTS[store.product].refuse(world, { process: server, port }, { ...account, password, ip, isPlaced: true }) === undefined;
  const lost = isSignedIn || isLetIn() ? {} : { lost: before?.lost ?? pool.connections };
  const { key: client, startedAtMs } = process;
  return { server: server.key, pool: { client, startedAtMs, ip, ...account, table: store.table, wanted: pool.connections, ...lost } };
};
