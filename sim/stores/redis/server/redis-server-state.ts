import type { World } from "../../../kernel/world.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import type { ConnectionHome } from "../../runtime/connection-home.ts";
import { type DataFolder, dataIn, setDataIn, writeIn } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { type StoreServer, serverState, setServerState } from "../../runtime/server-state.ts";
import { EMPTY_KEYSPACE, entriesOf, type Keyspace, withEntry } from "./keyspace.ts";
import type { AclUser } from "./redis-acl.ts";
import type { RedisConfig } from "./redis-config.ts";
import type { RedisVersion } from "./redis-version.ts";

/** State of a running server, in memory. */
export interface RedisState {
  readonly version: RedisVersion;
  readonly config: RedisConfig;
  readonly users: Readonly<Record<string, AclUser>>;
  /** By number of the database; one that was never written to is missing. */
  readonly databases: Readonly<Record<number, Keyspace>>;
  readonly clients: Readonly<Record<number, RedisClient>>;
  readonly startedAtMs: number;
  readonly pid: number;
  readonly runId: string;
  readonly lastSaveMs: number;
  /** Number of writes since the last snapshot. */
  readonly dirty: number;
  readonly lastClientId: number;
  readonly uses: number;
  readonly stats: RedisStats;
  /** `host port` of the server that this one copies. */
  readonly replicaOf: string;
}

export interface RedisStats {
  readonly connections: number;
  readonly commands: number;
  readonly hits: number;
  readonly misses: number;
  readonly expired: number;
  readonly evicted: number;
  readonly rejected: number;
}

/** Open connection. */
export interface RedisClient {
  readonly id: number;
  readonly home: ConnectionHome;
  readonly address: string;
  readonly name: string;
  readonly user: string;
  readonly database: number;
  readonly openedAtMs: number;
  readonly usedAtMs: number;
  readonly command: string;
}

/** Persisted data that a server loads when it starts. */
export interface RedisFiles {
  readonly snapshot?: { readonly databases: RedisState["databases"]; readonly savedAtMs: number; readonly version: string };
  readonly appended?: { readonly databases: RedisState["databases"] };
}

/** The state of a server that runs. */
export const redisState = (world: World, server: StoreServer): RedisState | undefined => serverState<RedisState>(world, server);

/** Replaces the state of a server, and adapts its working set. */
export const setRedisState = (world: World, server: StoreServer, state: RedisState): void => {
  const before = redisState(world, server);
  setServerState(world, server, state);
  if (before?.config !== state.config || before.users !== state.users || before.databases !== state.databases) planSolve(world);
  if (before?.databases === state.databases) return;
  setWorkingSet(world, server, state);
  if (state.config["appendonly"] === "yes")
    keepFiles(world, server, { ...filesOf(world, server), appended: { databases: state.databases } });
};

/** Adapts a server's working set to what it holds. */
export const setWorkingSet = (world: World, { process }: StoreServer, state: RedisState): void =>
  moveOrSet(world, process, RESTING_MIB + usedMemory(state) / 2 ** 20);

/** Bytes that the server counts as used. */
export const usedMemory = ({ databases, clients }: RedisState): number => {
  let bytes = BASE_BYTES + Object.keys(clients).length * 22_000;
  for (const { bytes: held } of Object.values(databases)) bytes += held;
  return bytes;
};

/** Writes a snapshot of the server's data. */
export const saveSnapshot = (world: World, server: StoreServer, state: RedisState): RedisState => {
  const nowMs = world.nowMs();
  const folder = folderOf(world, server, state.config);
  const keys = Object.values(state.databases).reduce((sum, { bytes }) => sum + bytes, 0);
  writeIn(folder, state.config["dbfilename"] ?? "dump.rdb", "REDIS0011\n", 88 + keys);
  keepFiles(world, server, {
    ...filesOf(world, server),
    snapshot: { databases: state.databases, savedAtMs: nowMs, version: state.version.version },
  });
  const saved = { ...state, lastSaveMs: nowMs, dirty: 0 };
  setServerState(world, server, saved);
  return saved;
};

/** Loads persisted data: the append-only file where it is enabled, else the last snapshot. */
export const loadFiles = (
  world: World,
  { process, port }: StoreServer,
  config: RedisConfig,
): { readonly appended: RedisFiles["appended"] | undefined; readonly snapshot: RedisFiles["snapshot"] | undefined } => {
  const folder = folderOf(world, { process, port }, config);
  return {
    snapshot: dataIn<RedisFiles>(folder, KIND, config["dbfilename"] ?? "dump.rdb")?.snapshot,
    appended: dataIn<RedisFiles>(folder, KIND, appendedName(config))?.appended,
  };
};

/** Creates the append-only file. */
export const startAppending = (world: World, server: StoreServer, state: RedisState): void => {
  writeIn(folderOf(world, server, state.config), appendedName(state.config), "", 0);
  keepFiles(world, server, { ...filesOf(world, server), appended: { databases: state.databases } });
};

/** Path of the append-only file. */
export const appendedName = (config: RedisConfig): string => {
  const name = config["appendfilename"] ?? "appendonly.aof";
  const folder = config["appenddirname"];
  return folder === undefined ? name : `${folder}/${name}.manifest`;
};

/** Number of keys of a server. */
export const countKeys = ({ databases }: Pick<RedisState, "databases">): number =>
  Object.values(databases).reduce((sum, { size }) => sum + size, 0);

/** A database of a server by its number. */
export const databaseOf = ({ databases }: Pick<RedisState, "databases">, number: number): Keyspace => databases[number] ?? EMPTY_KEYSPACE;

/** Databases without expired keys, and the number of these. */
export const withoutExpired = (databases: RedisState["databases"], nowMs: number) => {
  let expired = 0;
  const kept: Record<number, Keyspace> = {};
  for (const [number, space] of Object.entries(databases)) {
    const late = entriesOf(space).filter(([, { expiresAtMs }]) => expiresAtMs !== undefined && expiresAtMs <= nowMs);
    expired += late.length;
    kept[Number(number)] = late.length === 0 ? space : late.reduce((left, [key]) => withEntry(left, key, undefined), space);
  }
  return { databases: kept, expired };
};

const folderOf = (world: World, { process }: StoreServer, config: RedisConfig): DataFolder => ({
  world,
  process,
  path: config["dir"] ?? "/data",
});

const filesOf = (world: World, server: StoreServer): RedisFiles => {
  const config = redisState(world, server)?.config ?? {};
  const { snapshot, appended } = loadFiles(world, server, config);
  return { ...(snapshot === undefined ? {} : { snapshot }), ...(appended === undefined ? {} : { appended }) };
};

const keepFiles = (world: World, server: StoreServer, files: RedisFiles): void =>
  setDataIn(folderOf(world, server, redisState(world, server)?.config ?? {}), KIND, files);

const KIND = "redis";
const RESTING_MIB = 4.1;
const BASE_BYTES = 892_000;
