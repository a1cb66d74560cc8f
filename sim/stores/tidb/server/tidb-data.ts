import { err, ok, type Result } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import type { Process } from "../../../processes/process.ts";
import type { MysqlData } from "../../mysql/server/mysql-data.ts";
import { reachPd } from "../pd/reach-pd.ts";
import { hasMajority, type LiveStore, liveStores } from "../tikv/live-stores.ts";
import { tikvStore } from "../tikv/tikv-data.ts";

/** Reason for which a TiDB cannot get at its tables, and the time for which a statement waits before it says so, ms. */
export interface StorageFailure {
  readonly code: string;
  readonly text: string;
  readonly afterMs: number;
}

/** Tables and accounts of a TiDB; undefined before its cluster is bootstrapped. Every statement asks PD for a timestamp first. */
export const readTables = (
  world: World,
  tidb: Process,
  pds: readonly string[],
): Result<{ readonly tables: MysqlData | undefined; readonly live: readonly LiveStore[] }, StorageFailure> => {
  const contact = reachPd(world, tidb, pds);
  if (contact === undefined) return err(NO_PD);
  const live = liveStores(world, tidb, contact.data);
  return hasMajority(contact.data, live) ? ok({ tables: live[0]?.data.tables, live }) : err(NO_REGION);
};

/** Writes tables and accounts to every store that answers. */
export const keepTables = (world: World, tidb: Process, pds: readonly string[], tables: MysqlData): void => {
  const read = readTables(world, tidb, pds);
  if (read.ok) for (const { folder, data } of read.value.live) tikvStore.setDataIn(folder, { ...data, tables });
};

const NO_PD: StorageFailure = { code: "9001", text: "PD server timeout", afterMs: 40_000 };
const NO_REGION: StorageFailure = { code: "9005", text: "Region is unavailable", afterMs: 20_000 };
