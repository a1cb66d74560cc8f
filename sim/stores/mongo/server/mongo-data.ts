import { type Digest, digestJson } from "#core/digest.ts";
import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../../kernel/world.ts";
import { componentOf } from "../../../processes/component-of.ts";
import { planSolve } from "../../../processes/plan-solve.ts";
import { PROCESSES, type Process } from "../../../processes/process.ts";
import { instanceOf } from "../../../processes/process-keys.ts";

/** Contents of a mongod's volume. */
export interface MongoData {
  /** By `database.user`. */
  readonly users: Readonly<Record<string, MongoUser>>;
  /** By `database.collection`. */
  readonly collections: Readonly<Record<string, readonly MongoDocument[]>>;
  /** Feature compatibility version, which the server's series that made them set: `4.4`. */
  readonly compatibility?: string;
}

export interface MongoUser {
  readonly password: string;
  readonly roles: readonly MongoRole[];
}

export interface MongoRole {
  readonly role: string;
  readonly db: string;
}

export type MongoDocument = Readonly<Record<string, unknown>>;

/** The data of a mongod; undefined while its volume is empty. */
export const dataOf = (world: World, mongod: Process): MongoData | undefined => world.map<MongoData>(MONGO_DATA).get(volumeOf(mongod));

/** Replaces the data of a mongod. */
export const setData = (world: World, mongod: Process, data: MongoData): void => {
  world.map<MongoData>(MONGO_DATA).set(volumeOf(mongod), data);
  planSolve(world);
};

/** Volume of a mongod's files: the one at /data/db, else a directory that is removed with the container. */
export const volumeOf = (mongod: Process): string => mongod.start.volumes["/data/db"] ?? `container:${instanceOf(mongod)}`;

/** Checksums of a store's collections by `database.collection`; users are left out. */
export const checksumsOf = (world: World, volume: string): Readonly<Record<string, Digest>> => {
  const { collections } = world.map<MongoData>(MONGO_DATA).get(volume) ?? EMPTY_DATA;
  return Object.fromEntries(
    Object.keys(collections)
      .sort()
      .map((name) => [name, checksum(collections[name] ?? [])]),
  );
};

/**
 * One checksum per running store of a namespace, by the component's name: what "no data was lost" is judged by. Data in a folder that goes
 * with its pod is nobody's to keep: every repair that makes a new pod loses it.
 */
export const storeChecksums = (world: World, namespace: string): Readonly<Record<string, Digest>> => {
  const found: Record<string, Digest> = {};
  for (const key of world.map<Process>(PROCESSES).keys()) {
    const process = world.map<Process>(PROCESSES).get(key) as Process;
    if (process.program === "mongod" && key.startsWith(`${namespace}/`) && !isThrownAway(volumeOf(process)))
      found[componentOf(process.start.pod)] = digestJson(checksumsOf(world, volumeOf(process)));
  }
  return found;
};

const isThrownAway = (volume: string): boolean => volume.startsWith("container:") || volume.startsWith("emptydir:");

/** An empty store. */
export const EMPTY_DATA: MongoData = { users: {}, collections: {} };

/** Name of the map of stores, by volume. */
export const MONGO_DATA = "mongo/data";

const checksum = keepFor((documents: readonly MongoDocument[]): Digest => digestJson(documents));
