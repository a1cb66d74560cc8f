import type { Condition, IntOrString, KubeObject, LabelSelector } from "./meta.ts";

export interface Namespace extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: "Active" | "Terminating"; readonly conditions?: readonly Condition[] };
}

export interface Node extends KubeObject {
  readonly spec: {
    readonly podCIDR?: string;
    readonly podCIDRs?: readonly string[];
    readonly providerID?: string;
    readonly unschedulable?: boolean;
    readonly taints?: readonly Taint[];
  };
  readonly status?: {
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly (Condition & { readonly lastHeartbeatTime?: string })[];
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly nodeInfo?: Readonly<Record<string, string>>;
    readonly images?: readonly { readonly names?: readonly string[]; readonly sizeBytes?: number }[];
    readonly daemonEndpoints?: unknown;
  };
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
  readonly timeAdded?: string;
}

/** A core/v1 Event. */
export interface Event extends KubeObject {
  readonly involvedObject: ObjectReference;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: "Normal" | "Warning";
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly count?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

export interface ObjectReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly fieldPath?: string;
}

export interface ServiceAccount extends KubeObject {
  readonly secrets?: readonly ObjectReference[];
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly automountServiceAccountToken?: boolean;
}

export interface ResourceQuota extends KubeObject {
  readonly spec: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: unknown;
  };
  readonly status?: { readonly hard?: Readonly<Record<string, string>>; readonly used?: Readonly<Record<string, string>> };
}

export interface LimitRange extends KubeObject {
  readonly spec: {
    readonly limits: readonly {
      readonly type: "Container" | "Pod" | "PersistentVolumeClaim";
      readonly max?: Readonly<Record<string, string>>;
      readonly min?: Readonly<Record<string, string>>;
      readonly default?: Readonly<Record<string, string>>;
      readonly defaultRequest?: Readonly<Record<string, string>>;
      readonly maxLimitRequestRatio?: Readonly<Record<string, string>>;
    }[];
  };
}

export interface PodDisruptionBudget extends KubeObject {
  readonly spec: { readonly minAvailable?: IntOrString; readonly maxUnavailable?: IntOrString; readonly selector?: LabelSelector };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly disruptionsAllowed: number;
    readonly currentHealthy: number;
    readonly desiredHealthy: number;
    readonly expectedPods: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Role extends KubeObject {
  readonly rules: readonly PolicyRule[] | null;
}

export interface RoleBinding extends KubeObject {
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string; readonly apiGroup?: string }[];
  readonly roleRef: { readonly apiGroup: string; readonly kind: "Role" | "ClusterRole"; readonly name: string };
}

export interface Lease extends KubeObject {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

/** Resource of classes of priority. */
export const PRIORITY_CLASSES = "priorityclasses.scheduling.k8s.io";

export interface PriorityClass extends KubeObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: string;
}
