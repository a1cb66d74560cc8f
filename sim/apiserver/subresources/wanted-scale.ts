import { err, ok, type Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { ApiRequest } from "../api-request.ts";
import { decodeObject } from "../codec/decode.ts";
import { sentAs } from "../codec/sent-as.ts";
import { invalidValue } from "../field-error.ts";
import { badRequest, invalid, modified } from "../status.ts";
import { patchDocument, refusedPatch } from "../verbs/patch-object.ts";

/** `autoscaling/v1 Scale`: the number of replicas of any workload. */
export interface Scale extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
}

/** The scale that a request asks for. */
export const wantedScale = (current: Scale, request: ApiRequest): Result<Scale, Status> => {
  const sent = request.method === "PATCH" ? patchDocument("Scale", current, request) : sentAs(SCALE, request.body);
  if (!sent.ok) return sent;
  const { value, error } = decodeObject("Scale", sent.value);
  if (error !== undefined && request.method === "PATCH") return err(refusedPatch(sent.value as KubeObject, error));
  if (error !== undefined) return err(badRequest(`Scale in version "v1" cannot be handled as a Scale: ${error}`));
  return ok(value as unknown as Scale);
};

const SCALE = { kind: "Scale", group: "autoscaling", version: "v1" } as const;

/** Why a workload cannot be scaled so. */
export const scaleProblem = (row: ResourceRow, workload: KubeObject, { metadata, spec }: Scale): Status | undefined => {
  const { name, resourceVersion } = workload.metadata;
  if (metadata?.resourceVersion !== undefined && metadata.resourceVersion !== resourceVersion) return modified(row, name);
  const replicas = spec?.replicas ?? 0;
  if (replicas >= 0) return undefined;
  return invalid("Scale", "autoscaling", name, [invalidValue("spec.replicas", replicas, "must be greater than or equal to 0")]);
};
