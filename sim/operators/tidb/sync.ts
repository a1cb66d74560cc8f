import type { Member } from "#kube/types/tidb-cluster.ts";
import type { World } from "../../kernel/world.ts";
import type { OperatorClient } from "../operator-client.ts";
import type { OperatorProcess } from "../operator-process.ts";
import type { TidbCluster, TidbClusterStatus } from "./tidb-cluster.ts";

/** One pass of the operator over a cluster. */
export interface Sync {
  readonly world: World;
  readonly operator: OperatorProcess;
  readonly client: OperatorClient;
  readonly cluster: TidbCluster;
  /** Findings so far, part by part. */
  readonly status: { -readonly [K in keyof TidbClusterStatus]: TidbClusterStatus[K] };
}

/** Reason for which a pass ends early: it waits for something, or something failed. */
export interface SyncEnd {
  readonly kind: "waits" | "failed";
  readonly text: string;
}

/** Ends a pass that waits. */
export const waits = (text: string): SyncEnd => ({ kind: "waits", text });

/** Ends a pass that failed. */
export const failed = (text: string): SyncEnd => ({ kind: "failed", text });

/** `namespace/name` of the cluster, in the operator's words. */
export const titleOf = ({ cluster: { metadata } }: Pick<Sync, "cluster">): string => `${metadata.namespace}/${metadata.name}`;

/** Phase of a component as this pass found it. */
export const phaseOf = ({ status }: Sync, member: Member): string => status[member]?.phase ?? "";

/** Adds to what the pass finds of a component. */
export const note = ({ status }: Sync, member: Member, part: Partial<NonNullable<TidbClusterStatus[Member]>>): void => {
  Object.assign(status, { [member]: { ...status[member], ...part } });
};

/** Component of its events. */
export const COMPONENT = "tidb-controller-manager";
