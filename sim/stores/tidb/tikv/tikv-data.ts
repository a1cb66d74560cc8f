import type { MysqlData } from "../../mysql/server/mysql-data.ts";
import { serverData } from "../../runtime/server-data.ts";

/** Contents of a data directory of TiKV: its place in the cluster, and the regions of the tables. */
export interface TikvData {
  readonly clusterId: string;
  readonly storeId: number;
  /** Tables and accounts; undefined before a TiDB has bootstrapped the cluster. */
  readonly tables: MysqlData | undefined;
}

/** A TiKV that runs. */
export interface TikvServer {
  readonly folder: string;
}

/** Access to the data and state of TiKVs. */
export const tikvStore = serverData<TikvData, TikvServer>("tikv", "db/CURRENT");

export const TIKV_PORT = 20_160;
export const TIKV_STATUS_PORT = 20_180;

/** Protocol of the port for clients. */
export const SERVES_TIKV = "tikv";
