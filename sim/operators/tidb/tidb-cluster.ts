import type { Condition, KubeObject } from "#kube/types/meta.ts";
import type { Affinity, Toleration } from "#kube/types/placement.ts";
import type { EnvVar, PodSpec } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";

/** `pingcap.com/v1alpha1 TidbCluster`, as far as the operator of this model reads it. */
export interface TidbCluster extends KubeObject {
  readonly spec: Placement & {
    readonly version?: string;
    readonly timezone?: string;
    readonly paused?: boolean;
    readonly discovery?: { readonly requests?: Amounts; readonly limits?: Amounts };
    readonly pd?: MemberSpec;
    readonly tikv?: MemberSpec;
    readonly tidb?: MemberSpec & {
      readonly service?: { readonly type?: "ClusterIP" | "NodePort"; readonly exposeStatus?: boolean };
      readonly bootstrapSQLConfigMapName?: string;
      readonly separateSlowLog?: boolean;
    };
  };
  readonly status?: TidbClusterStatus;
}

type Amounts = Readonly<Record<string, string>>;

/** Settings of pods, of the cluster or of one component. */
export interface Placement {
  readonly imagePullPolicy?: string;
  readonly schedulerName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly affinity?: Affinity;
  readonly priorityClassName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly podSecurityContext?: PodSpec["securityContext"];
  readonly podManagementPolicy?: "OrderedReady" | "Parallel";
  readonly statefulSetUpdateStrategy?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A component: PD, TiKV or TiDB. */
export interface MemberSpec extends Placement {
  readonly baseImage?: string;
  readonly version?: string;
  readonly replicas: number;
  readonly requests?: Amounts;
  readonly limits?: Amounts;
  readonly storageClassName?: string;
  /** Settings in TOML. */
  readonly config?: string;
  readonly env?: readonly EnvVar[];
}

/** Name of a component in the resource. */
export type Member = "pd" | "tikv" | "tidb";

/** All of them in the order in which they are made and upgraded. */
export const MEMBERS: readonly Member[] = ["pd", "tikv", "tidb"];

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

/** Resource of the custom objects. */
export const TIDB_CLUSTERS = "tidbclusters.pingcap.com";

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
