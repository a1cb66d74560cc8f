import type { Condition } from "#kube/types/meta.ts";
import type { Member, TidbCluster as WrittenCluster } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";

/** `pingcap.com/v1alpha1 TidbCluster` with its status. */
export interface TidbCluster extends WrittenCluster {
  readonly status?: TidbClusterStatus;
}

export type Phase = "Normal" | "Upgrade" | "Scale";

/** State of a component as the operator last saw it. */
export interface MemberStatus {
  readonly phase?: Phase;
  readonly synced?: boolean;
  readonly image?: string;
  readonly statefulSet?: NonNullable<StatefulSet["status"]> | Readonly<Record<string, never>>;
}

export interface PdMemberStatus {
  readonly name: string;
  readonly id: string;
  readonly clientURL: string;
  readonly health: boolean;
  readonly lastTransitionTime: string;
}

export interface StoreStatus {
  readonly id: string;
  readonly podName: string;
  readonly ip: string;
  readonly leaderCount: number;
  readonly state: "Up" | "Disconnected";
  readonly lastTransitionTime: string;
}

export interface TidbMemberStatus {
  readonly name: string;
  readonly health: boolean;
  readonly node?: string;
  readonly lastTransitionTime: string;
}

export interface TidbClusterStatus {
  readonly clusterID?: string;
  readonly pd?: MemberStatus & { readonly members?: Readonly<Record<string, PdMemberStatus>>; readonly leader?: PdMemberStatus };
  readonly tikv?: MemberStatus & { readonly bootStrapped?: boolean; readonly stores?: Readonly<Record<string, StoreStatus>> };
  readonly tidb?: MemberStatus & { readonly members?: Readonly<Record<string, TidbMemberStatus>> };
  readonly conditions?: readonly (Condition & { readonly lastUpdateTime?: string })[];
}

/** Names of a cluster's objects. */
export const memberName = ({ metadata }: TidbCluster, member: Member): string => `${metadata.name}-${member}`;
export const peerName = (cluster: TidbCluster, member: Member): string => `${memberName(cluster, member)}-peer`;
export const discoveryName = ({ metadata }: TidbCluster): string => `${metadata.name}-discovery`;

/** Labels of a component's objects, by which its pods are selected. */
export const componentLabels = ({ metadata }: TidbCluster, component: Member | "discovery"): Readonly<Record<string, string>> => ({
  "app.kubernetes.io/component": component,
  "app.kubernetes.io/instance": metadata.name,
  "app.kubernetes.io/managed-by": "tidb-operator",
  "app.kubernetes.io/name": "tidb-cluster",
});
