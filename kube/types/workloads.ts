import type { Condition, IntOrString, KubeObject, LabelSelector } from "./meta.ts";
import type { PodTemplateSpec } from "./pod.ts";
import type { PersistentVolumeClaim } from "./storage.ts";

export interface Deployment extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly strategy?: {
      readonly type?: "RollingUpdate" | "Recreate";
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
    };
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly paused?: boolean;
    readonly progressDeadlineSeconds?: number;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly unavailableReplicas?: number;
    readonly terminatingReplicas?: number;
    readonly conditions?: readonly Condition[];
    readonly collisionCount?: number;
  };
}

export interface ReplicaSet extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: LabelSelector;
    readonly template?: PodTemplateSpec;
    readonly minReadySeconds?: number;
  };
  readonly status?: {
    readonly replicas: number;
    readonly fullyLabeledReplicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly terminatingReplicas?: number;
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface StatefulSet extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly serviceName?: string;
    readonly podManagementPolicy?: "OrderedReady" | "Parallel";
    readonly ordinals?: { readonly start?: number };
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: IntOrString };
    };
    readonly revisionHistoryLimit?: number;
    readonly minReadySeconds?: number;
    readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[];
    readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: string; readonly whenScaled?: string };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas: number;
    readonly readyReplicas?: number;
    readonly currentReplicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    readonly collisionCount?: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface DaemonSet extends KubeObject {
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
    };
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
  };
  readonly status?: {
    readonly currentNumberScheduled: number;
    readonly numberMisscheduled: number;
    readonly desiredNumberScheduled: number;
    readonly numberReady: number;
    readonly observedGeneration?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
    readonly numberUnavailable?: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface Job extends KubeObject {
  readonly spec: {
    readonly parallelism?: number;
    readonly completions?: number;
    readonly completionMode?: string;
    readonly backoffLimit?: number;
    readonly activeDeadlineSeconds?: number;
    readonly ttlSecondsAfterFinished?: number;
    readonly suspend?: boolean;
    readonly manualSelector?: boolean;
    readonly podReplacementPolicy?: string;
    readonly managedBy?: string;
    readonly backoffLimitPerIndex?: number;
    readonly maxFailedIndexes?: number;
    readonly podFailurePolicy?: { readonly rules?: readonly PodFailureRule[] };
    readonly successPolicy?: { readonly rules?: readonly { readonly succeededIndexes?: string; readonly succeededCount?: number }[] };
    readonly selector?: LabelSelector;
    readonly template: PodTemplateSpec;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly active?: number;
    readonly ready?: number;
    readonly terminating?: number;
    readonly succeeded?: number;
    readonly failed?: number;
    /** Completed indexes, such as `0-2,5`. */
    readonly completedIndexes?: string;
    readonly failedIndexes?: string;
    readonly uncountedTerminatedPods?: Readonly<Record<string, readonly string[]>>;
  };
}

/** Rule for pods of a Job that fail in a certain way. */
export interface PodFailureRule {
  readonly action: string;
  readonly onExitCodes?: { readonly containerName?: string; readonly operator?: string; readonly values?: readonly number[] };
  readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
}

export interface CronJob extends KubeObject {
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly startingDeadlineSeconds?: number;
    readonly concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
    readonly suspend?: boolean;
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
    readonly jobTemplate: { readonly metadata?: Readonly<Record<string, unknown>>; readonly spec: Job["spec"] };
  };
  readonly status?: { readonly active?: readonly unknown[]; readonly lastScheduleTime?: string; readonly lastSuccessfulTime?: string };
}

export interface HorizontalPodAutoscaler extends KubeObject {
  readonly spec: {
    readonly scaleTargetRef: { readonly apiVersion?: string; readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas: number;
    readonly metrics?: readonly unknown[];
    readonly behavior?: unknown;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly lastScaleTime?: string;
    readonly currentReplicas?: number;
    readonly desiredReplicas: number;
    readonly currentMetrics?: readonly unknown[] | null;
    readonly conditions?: readonly Condition[];
  };
}
