import { ok, type Result } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { keepTables, readTables, type StorageFailure } from "../../tidb/server/tidb-data.ts";
import { type MysqlData, type MysqlServer, mysqlStore } from "./mysql-data.ts";

/** Data of a server that runs: in its own folder, or in the cluster behind a TiDB, which may be away. */
export const keptData = (world: World, server: StoreServer, state: MysqlServer): Result<MysqlData | undefined, StorageFailure> => {
  if (state.pds === undefined) return ok(mysqlStore.dataIn(mysqlStore.folder(world, server, state)));
  const read = readTables(world, server.process, state.pds);
  return read.ok ? ok(read.value.tables) : read;
};

/** Replaces the data of a server that runs. */
export const setKeptData = (world: World, server: StoreServer, state: MysqlServer, data: MysqlData): void =>
  state.pds === undefined
    ? mysqlStore.setDataIn(mysqlStore.folder(world, server, state), data)
    : keepTables(world, server.process, state.pds, data);
