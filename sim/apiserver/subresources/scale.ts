import { err, ok, type Result } from "#core/result.ts";
import { formatLabelSelector } from "#kube/label-selector.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { KubeObject, LabelSelector, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { decodeObject } from "../codec/decode.ts";
import { invalidValue } from "../field-error.ts";
import { badRequest, invalid, modified, notFound } from "../status.ts";
import { getObject } from "../store.ts";
import { replaceObject } from "../update-object.ts";
import { patchDocument } from "../verbs/patch-object.ts";
import { contextOf, nameProblem, withWarnings } from "../verbs/write-objects.ts";

interface Scalable extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector?: LabelSelector };
  readonly status?: { readonly replicas?: number };
}

/** `autoscaling/v1 Scale`: the number of replicas of any workload. */
interface Scale extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
}

/** Answers `…/scale`: one view on all workloads that can be scaled. */
export const answerScale = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
): ApiAnswer => {
  const workload = getObject<Scalable>(world, row.resource, namespace, name);
  if (workload === undefined) return refuse(notFound(row, name));
  const current = scaleOf(workload);
  if (request.method === "GET") return answer(ok(current));
  const wanted = wantedScale(current, request);
  if (!wanted.ok) return refuse(wanted.error);
  const context = contextOf(world, row, request, "scale");
  const refused = nameProblem(name, wanted.value) ?? scaleProblem(row, workload, wanted.value);
  if (refused !== undefined) return refuse(refused);
  const replicas = wanted.value.spec?.replicas ?? 0;
  const scaled = replaceObject(context, workload, { ...workload, spec: { ...workload.spec, replicas } } as KubeObject, "main");
  return withWarnings(context, scaled.ok ? answer(ok(scaleOf(scaled.value as Scalable))) : refuse(scaled.error));
};

const scaleOf = ({ metadata, spec, status }: Scalable): Scale => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const kept = { name, ...(namespace && { namespace }), ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
  const selector = formatLabelSelector(spec.selector);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { ...kept, ...(creationTimestamp && { creationTimestamp }) },
    spec: spec.replicas ? { replicas: spec.replicas } : {},
    status: { replicas: status?.replicas ?? 0, ...(selector !== "" && { selector }) },
  };
};

const wantedScale = (current: Scale, request: ApiRequest): Result<Scale, Status> => {
  const sent = request.method === "PATCH" ? patchDocument("Scale", current, request) : ok(request.body);
  if (!sent.ok) return sent;
  const { value, error } = decodeObject("Scale", sent.value);
  if (error !== undefined) return err(badRequest(`Scale in version "v1" cannot be handled as a Scale: ${error}`));
  return ok(value as unknown as Scale);
};

const scaleProblem = (row: ResourceRow, workload: Scalable, { metadata, spec }: Scale): Status | undefined => {
  const { name, resourceVersion } = workload.metadata;
  if (metadata?.resourceVersion !== undefined && metadata.resourceVersion !== resourceVersion) return modified(row, name);
  const replicas = spec?.replicas ?? 0;
  if (replicas >= 0) return undefined;
  return invalid("Scale", "autoscaling", name, [invalidValue("spec.replicas", replicas, "must be greater than or equal to 0")]);
};
