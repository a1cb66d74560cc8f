import { parseAddress } from "#kube/app/address.ts";
import type { World } from "../../../kernel/world.ts";
import { reach } from "../../../network/connections/process-caller.ts";
import type { Process } from "../../../processes/process.ts";
import type { DataFolder } from "../../runtime/data-folder.ts";
import type { PdData, PdStore } from "../pd/pd-data.ts";
import { SERVES_TIKV, TIKV_PORT, type TikvData, tikvStore } from "./tikv-data.ts";

/** A TiKV that answers. */
export interface LiveStore {
  readonly store: PdStore;
  readonly folder: DataFolder;
  readonly data: TikvData;
}

/** The stores of a cluster that answer a process, in the order of their ids. */
export const liveStores = (world: World, from: Process, { stores, clusterId }: PdData): readonly LiveStore[] =>
  stores.flatMap((store) => {
    const { host, port } = parseAddress(store.address, TIKV_PORT);
    const reached = reach(world, from, host, port, SERVES_TIKV);
    if (reached.kind === "failed") return [];
    const process = reached.server;
    const state = tikvStore.state(world, { process, port: TIKV_PORT });
    const folder: DataFolder = { world, process, path: state?.folder ?? "" };
    const data = state === undefined ? undefined : tikvStore.dataIn(folder);
    return data === undefined || data.clusterId !== clusterId || data.storeId !== store.id ? [] : [{ store, folder, data }];
  });

/** True when a majority of the replicas of every region answers. */
export const hasMajority = ({ stores }: PdData, live: readonly LiveStore[]): boolean => live.length * 2 > stores.length;
