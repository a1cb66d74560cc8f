import type { Condition, KubeObject } from "#kube/types/meta.ts";
import type { ClientConfig } from "#kube/types/webhooks.ts";
import type { Schema } from "./schema/schema.ts";

/** `apiextensions.k8s.io/v1 CustomResourceDefinition`. */
export interface CustomResourceDefinition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: DefinitionNames;
    readonly versions: readonly DefinitionVersion[];
    readonly conversion?: { readonly strategy?: string; readonly webhook?: ConversionWebhook };
    readonly preserveUnknownFields?: boolean;
  };
  readonly status?: {
    readonly acceptedNames?: DefinitionNames;
    /** Null: none yet. */
    readonly conditions?: readonly Condition[] | null;
    readonly storedVersions?: readonly string[];
  };
}

/** Webhook that converts objects between versions. */
export interface ConversionWebhook {
  readonly clientConfig?: ClientConfig;
  readonly conversionReviewVersions?: readonly string[];
}

/** Names of a custom resource. */
export interface DefinitionNames {
  readonly plural: string;
  readonly kind: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** One version of a custom resource. */
export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
  readonly subresources?: { readonly status?: object; readonly scale?: ScalePaths };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** JSON paths of a custom resource's replica counts and selector: `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** One column of the table that `kubectl get` prints. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** Resource of definitions in the store. */
export const DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

/** True when the condition is there and True. */
export const hasCondition = ({ status }: CustomResourceDefinition, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === "True") === true;

/** The version that objects are stored in. */
export const storageVersion = ({ spec }: CustomResourceDefinition): string =>
  (spec.versions.find(({ storage }) => storage) ?? spec.versions[0])?.name ?? "";
