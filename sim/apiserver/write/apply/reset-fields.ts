import { EMPTY_SET, type FieldSet } from "#kube/structured-merge/field-set.ts";
import type { ManagedForm } from "./write-record.ts";

/** Fields that an endpoint resets to their stored values, so that writing them there owns nothing. */
export const resetFields = (resource: string, { hasStatus }: ManagedForm, subresource: string | undefined): FieldSet => {
  if (hasStatus !== true) return EMPTY_SET;
  if (subresource === "status") return STATUS_ENDPOINTS[resource] ?? SPEC;
  return subresource === "approval" ? SPEC : STATUS;
};

const STATUS: FieldSet = { "f:status": EMPTY_SET };

const SPEC: FieldSet = { "f:spec": EMPTY_SET };

const SPEC_AND_METADATA: FieldSet = { "f:spec": EMPTY_SET, "f:metadata": EMPTY_SET };

/** Status endpoints that reset more than the spec. */
const STATUS_ENDPOINTS: Readonly<Record<string, FieldSet>> = {
  "deployments.apps": { "f:spec": EMPTY_SET, "f:metadata": { "f:labels": EMPTY_SET } },
  pods: { "f:spec": EMPTY_SET, "f:metadata": { "f:deletionTimestamp": EMPTY_SET, "f:ownerReferences": EMPTY_SET } },
  "customresourcedefinitions.apiextensions.k8s.io": SPEC_AND_METADATA,
  "flowschemas.flowcontrol.apiserver.k8s.io": SPEC_AND_METADATA,
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": SPEC_AND_METADATA,
  "volumeattachments.storage.k8s.io": SPEC_AND_METADATA,
  "resourceclaims.resource.k8s.io": SPEC_AND_METADATA,
};
