import { serverData } from "../../runtime/server-data.ts";

/** Contents of a data directory of PD: the members of its cluster and the stores that have entered themselves. */
export interface PdData {
  readonly clusterId: string;
  readonly members: readonly PdMember[];
  readonly stores: readonly PdStore[];
  /** Last id that was given out. */
  readonly lastId: number;
}

export interface PdMember {
  readonly name: string;
  readonly id: string;
  /** `host:port`. */
  readonly client: string;
  readonly peer: string;
}

/** A TiKV as PD knows it. */
export interface PdStore {
  readonly id: number;
  /** `host:port`. */
  readonly address: string;
}

/** A PD that runs. */
export interface PdServer {
  readonly name: string;
  readonly folder: string;
}

/** Access to the data and state of PDs. */
export const pdStore = serverData<PdData, PdServer>("pd", "member/wal");

/** Port for clients, and for the other members. */
export const PD_CLIENT_PORT = 2379;
export const PD_PEER_PORT = 2380;

/** Protocol of the port for clients. */
export const SERVES_PD = "http/pd";
