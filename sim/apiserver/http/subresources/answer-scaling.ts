import { err, ok, type Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { admitSent } from "../../policy/admission/admit-sent.ts";
import { decodeObject } from "../../schema/codec/decode.ts";
import { sentAs } from "../../schema/codec/sent-as.ts";
import { invalidValue } from "../../schema/field-error.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { patchDocument, refusedPatch } from "../../write/patch-object.ts";
import { replaceObject } from "../../write/update-object.ts";
import { nameProblem, withWarnings } from "../../write/write-objects.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { invalid, modified } from "../status.ts";
import { SCALE } from "./sent-kinds.ts";

/** `autoscaling/v1 Scale`: the number of replicas of any workload. */
export interface Scale extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
}

/** Scale of an object, and the object with another number of replicas. */
export interface Scaling {
  readonly stored: KubeObject;
  readonly current: Scale;
  /** Answer to who asks for the scale of what was never scaled, and can be given one; missing: there is one to show. */
  readonly unshown?: Status;
  scaledTo(replicas: number): KubeObject;
  scaleOf(object: KubeObject): Scale | undefined;
}

/** Answers a request to the scale subresource, with the present scale or the changed one. */
export const answerScaling = (context: RequestContext, scaling: Scaling, request: ApiRequest): ApiAnswer => {
  if (request.method === "GET") return scaling.unshown === undefined ? answer(ok(scaling.current)) : refuse(scaling.unshown);
  const wanted = wantedScale(scaling.current, request);
  if (!wanted.ok) return refuse(wanted.error);
  const scaled = setScale(context, scaling, wanted.value);
  return withWarnings(context, answer(scaled));
};

/** Writes a scale; what is asked about it sees a Scale, and not the object. */
export const setScale = (context: RequestContext, scaling: Scaling, wanted: Scale): Result<Scale | undefined, Status> => {
  const { stored, current } = scaling;
  const { name, namespace } = stored.metadata;
  const refused = nameProblem(name, wanted) ?? scaleProblem(context.row, stored, wanted);
  if (refused !== undefined) return err(refused);
  const sent = { kind: SCALE, namespace, name };
  const admitted = admitSent(context, sent, { ...wanted, status: current.status }, current);
  if (!admitted.ok) return admitted;
  const scaled = replaceObject({ ...context, sent }, stored, scaling.scaledTo(admitted.value.spec?.replicas ?? 0), "main");
  return scaled.ok ? ok(scaling.scaleOf(scaled.value)) : scaled;
};

/** Scale with the name and namespace of its object. */
export const makeScale = ({ metadata }: KubeObject, replicas: number, status: Scale["status"]): Scale => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: {
      name,
      ...(namespace && { namespace }),
      ...(uid && { uid }),
      ...(resourceVersion && { resourceVersion }),
      ...(creationTimestamp && { creationTimestamp }),
    },
    spec: replicas === 0 ? {} : { replicas },
    status,
  };
};

const wantedScale = (current: Scale, request: ApiRequest): Result<Scale, Status> => {
  if (request.method !== "PATCH") return sentAs(SCALE, request.body);
  const patched = patchDocument("Scale", current, request);
  if (!patched.ok) return patched;
  const { value, error } = decodeObject("Scale", patched.value);
  return error === undefined ? ok(value as unknown as Scale) : err(refusedPatch(patched.value as KubeObject, error));
};

/** Refusal of a scale: a conflict, or a negative number of replicas; undefined when it is valid. */
const scaleProblem = (row: ResourceRow, workload: KubeObject, { metadata, spec }: Scale): Status | undefined => {
  const { name, resourceVersion } = workload.metadata;
  if (metadata?.resourceVersion !== undefined && metadata.resourceVersion !== resourceVersion) return modified(row, name);
  const replicas = spec?.replicas ?? 0;
  if (replicas >= 0) return undefined;
  return invalid("Scale", "autoscaling", name, [invalidValue("spec.replicas", replicas, "must be greater than or equal to 0")]);
};
