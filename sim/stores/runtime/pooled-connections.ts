import { isSameJson } from "#core/canonical-json.ts";
import { isRecording, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { findProcess } from "../../processes/process-keys.ts";
import type { ConnectionHome } from "./connection-home.ts";
import type { StoreServer } from "./server-state.ts";

/** Connections that a program keeps to a server, for its requests. */
export interface PooledConnections {
  /** The program's process. */
  readonly client: string;
  readonly startedAtMs: number;
  readonly ip: string;
  readonly user: string;
  readonly database: string;
  /** Table that it reads and writes, in a PostgreSQL with its schema. */
  readonly table: string;
  /** Number of connections that it opens if the server lets it. */
  readonly wanted: number;
  /** Number of those that it has not, since the server does not let it in; missing: none. */
  readonly lost?: number;
}

/** Connections of one program, as many as the server let it open. */
export interface OpenConnections extends PooledConnections {
  readonly open: number;
}

/** Replaces the pools of all servers, by the server's process; of one server those come first that opened theirs first. */
export const setPools = (world: World, pools: ReadonlyMap<string, readonly PooledConnections[]>): void => {
  const kept = world.map<readonly PooledConnections[]>(POOLS);
  for (const server of [...kept.keys()]) if (!pools.has(server)) kept.delete(server);
  for (const [server, own] of pools) if (!isSameJson(own, kept.get(server))) kept.set(server, own);
};

/** Adds the pool of a program that begins. */
export const addPool = (
  world: World,
  server: Process,
  { key, startedAtMs }: Process,
  pool: Omit<PooledConnections, "client" | "startedAtMs">,
): void => {
  const others = poolsAt(world, server.key).filter(({ client }) => client !== key);
  world.map<readonly PooledConnections[]>(POOLS).set(server.key, [...others, { client: key, startedAtMs, ...pool }]);
};

/** True for a program whose pool is known. */
export const hasPool = (world: World, { key, startedAtMs }: Process): boolean =>
  [...world.map<readonly PooledConnections[]>(POOLS).values()].some((pools) =>
    pools.some((pool) => pool.client === key && pool.startedAtMs === startedAtMs),
  );

/** Connections of pools to a server that takes `most` of them; who comes when there is no place left gets none. */
export const openPools = (world: World, { process }: StoreServer, most: number): readonly OpenConnections[] => {
  let left = most;
  return poolsAt(world, process.key)
    .filter(({ client, startedAtMs }) => findProcess(world, client, startedAtMs) !== undefined)
    .map((pool) => {
      const open = Math.max(0, Math.min(left, pool.wanted - (pool.lost ?? 0)));
      left -= open;
      return { ...pool, open };
    });
};

/** One connection of a pool, as a server that lists its clients knows it. */
export interface PooledConnection extends Pick<PooledConnections, "user" | "database" | "table" | "startedAtMs"> {
  readonly id: number;
  readonly home: ConnectionHome;
  readonly isLocal: false;
  readonly port: number;
}

/** Lists the single connections of pools. */
export const connectionsOf = (pools: readonly OpenConnections[]): readonly PooledConnection[] =>
  pools.flatMap(({ client, ip, user, database, table, startedAtMs, open }, pool) =>
    Array.from({ length: open }, (_, i) => {
      const id = FIRST_ID + pool * IDS_PER_POOL + i;
      const home = { key: client, startedAtMs, pid: 1, ip, openedAtMs: startedAtMs };
      return { id, home, isLocal: false, port: 32_768 + ((id * 2) % 28_000), user, database, table, startedAtMs };
    }),
  );

/** Ids apart from those of clients that come later. */
const FIRST_ID = 100_000;
const IDS_PER_POOL = 1000;

/** Connections that a program's pool has to a server which takes `most`; undefined: it has none that is known. */
export const openFor = (world: World, server: StoreServer, client: Process, most: number): number | undefined =>
  openPools(world, server, most).find((pool) => pool.client === client.key && pool.startedAtMs === client.startedAtMs)?.open;

/** The pool of a program at a server, as it was last; undefined: none is known. */
export const poolAt = (world: World, server: Process, { key, startedAtMs }: Process): PooledConnections | undefined =>
  poolsAt(world, server.key).find((pool) => pool.client === key && pool.startedAtMs === startedAtMs);

/** True where a program lacks connections since a server does not let it in. */
export const hasLostConnections = (world: World): boolean =>
  [...world.map<readonly PooledConnections[]>(POOLS).values()].some((pools) => pools.some(({ lost }) => lost !== undefined));

/** Ends a pool's connection at the server, so that its program has to sign in again. @returns false if there is no such connection */
export const endPooled = (world: World, server: Process, id: number): boolean => {
  const pools = poolsAt(world, server.key).filter(({ client, startedAtMs }) => findProcess(world, client, startedAtMs) !== undefined);
  const ended = pools[Math.floor((id - FIRST_ID) / IDS_PER_POOL)];
  if (ended === undefined) return false;
  const after = { ...ended, lost: Math.min(ended.wanted, (ended.lost ?? 0) + 1) };
  const others = pools.map((pool) => (pool === ended ? after : pool));
  world.map<readonly PooledConnections[]>(POOLS).set(server.key, others);
  return true;
};

/** Number of all connections of pools to a server. */
export const countOpen = (pools: readonly OpenConnections[]): number => pools.reduce((sum, { open }) => sum + open, 0);

/** A number that grows with every change of a pool. */
export const poolsRevision = (world: World): number => world.map(POOLS).revision;

const poolsAt = (world: World, server: string): readonly PooledConnections[] => {
  const was = world.map<readonly PooledConnections[]>(POOLS).get(server);
  if (isRecording()) recordRead({ kind: "entry", map: POOLS, key: server, was });
  return was ?? [];
};

const POOLS = "stores/pools";
