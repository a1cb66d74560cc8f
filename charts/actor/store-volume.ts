import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { MONGO_DATA, type MongoData, volumeOf } from "#sim/stores/mongo/server/mongo-data.ts";
import type { OwnProcess } from "./own-process.ts";

/** Files of a store, which outlive its process. */
export interface StoreVolume {
  /** Writes the data to its files if it changed. */
  save(): void;
}

/** Loads the data of an earlier run from the data folder. A program that is not a store has nothing to save. */
export const openVolume = ({ world, process }: OwnProcess): StoreVolume => {
  if (process.program !== "mongod") return { save: () => {} };
  const map = world.map<MongoData>(MONGO_DATA);
  const key = volumeOf(process);
  const kept = readData();
  if (kept !== undefined) map.set(key, kept);
  let saved = map.get(key);
  return {
    save: () => {
      const data = map.get(key);
      if (data === saved || data === undefined) return;
      saved = data;
      writeData(data);
    },
  };
};

const FOLDER = "/data/db";
const FILE = `${FOLDER}/collection-0-1.wt`;

const readData = (): MongoData | undefined => {
  try {
    return JSON.parse(readFileSync(FILE, "utf8")) as MongoData;
  } catch {
    return undefined;
  }
};

/** Replaces the file atomically, so that a kill leaves the old or the new one. */
const writeData = (data: MongoData): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FILE}.tmp`, JSON.stringify(data));
  renameSync(`${FILE}.tmp`, FILE);
};
