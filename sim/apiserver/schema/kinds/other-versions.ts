import { OTHER_VERSIONS, type ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { KindStrategy } from "../kind-strategy.ts";
import { autoscalerV1Kind, toAutoscalerV1 } from "./autoscaling/autoscaler-v1.ts";

/** Conversion of a resource to a version in which it is not stored. */
export interface OtherVersion {
  /** Its `decode` gives the stored form. */
  readonly strategy: KindStrategy;
  readonly view: (object: KubeObject) => KubeObject;
}

/** Conversion to the row's version; undefined for the stored version. */
export const otherVersion = (row: ResourceRow): OtherVersion | undefined =>
  OTHER_VERSIONS.includes(row) ? BY_RESOURCE[`${row.resource} ${row.version}`] : undefined;

const BY_RESOURCE: Readonly<Record<string, OtherVersion>> = {
  "horizontalpodautoscalers.autoscaling v1": { strategy: autoscalerV1Kind, view: toAutoscalerV1 },
};
