import type { Condition, KubeObject, LabelSelector } from "./meta.ts";
import type { NodeSelectorTerm } from "./placement.ts";
import type { ResourceRequirements } from "./pod.ts";

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

export interface Secret extends KubeObject {
  readonly type?: string;
  /** Values by key, in base 64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

export interface PersistentVolumeClaim extends KubeObject {
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly resources?: ResourceRequirements;
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
    readonly selector?: LabelSelector;
  };
  readonly status?: {
    readonly phase?: "Pending" | "Bound" | "Lost";
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
    readonly conditions?: readonly Condition[];
  };
}

export interface PersistentVolume extends KubeObject {
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
    readonly claimRef?: {
      readonly apiVersion?: string;
      readonly kind?: string;
      readonly namespace?: string;
      readonly name?: string;
      readonly uid?: string;
      readonly resourceVersion?: string;
    };
    readonly persistentVolumeReclaimPolicy?: "Retain" | "Delete" | "Recycle";
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly nodeAffinity?: { readonly required?: { readonly nodeSelectorTerms: readonly NodeSelectorTerm[] } };
    readonly hostPath?: { readonly path: string; readonly type?: string };
  };
  readonly status?: {
    readonly phase?: string;
    readonly message?: string;
    readonly reason?: string;
    readonly lastPhaseTransitionTime?: string;
  };
}

export interface StorageClass extends KubeObject {
  readonly provisioner: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
  readonly allowVolumeExpansion?: boolean;
  readonly mountOptions?: readonly string[];
  readonly allowedTopologies?: readonly TopologyTerm[];
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Label requirements of a topology; each matches any one of its values. */
export interface TopologyTerm {
  readonly matchLabelExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}
