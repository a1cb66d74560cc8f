import type { Condition, KubeObject } from "./meta.ts";
import type { Affinity, Toleration } from "./placement.ts";
import type { EnvVar, PodSpec } from "./pod.ts";

/** `pingcap.com/v1alpha1 TidbCluster` as people write it, as far as the operator's model reads it, with what it says of its health. */
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
  readonly status?: { readonly conditions?: readonly Condition[] };
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

/** Resource of the custom objects. */
export const TIDB_CLUSTERS = "tidbclusters.pingcap.com";
