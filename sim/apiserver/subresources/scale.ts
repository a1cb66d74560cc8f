import { ok } from "#core/result.ts";
import { formatLabelSelector } from "#kube/label-selector.ts";
import { type ResourceRow, resourceRow } from "#kube/resources.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { notFound } from "../status.ts";
import { getObject } from "../store.ts";
import { replaceObject } from "../update-object.ts";
import { contextOf, nameProblem, withWarnings } from "../verbs/write-objects.ts";
import { answerCustomScale } from "./custom-scale.ts";
import { type Scale, scaleProblem, wantedScale } from "./wanted-scale.ts";

interface Scalable extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector?: LabelSelector };
  readonly status?: { readonly replicas?: number };
}

/** Answers `…/scale`: one view on all workloads that can be scaled. */
export const answerScale = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
): ApiAnswer => {
  if (resourceRow(row.resource) === undefined) return answerCustomScale(world, row, namespace, name, request);
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

const scaleOf = ({ kind, metadata, spec, status }: Scalable): Scale => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const kept = { name, ...(namespace && { namespace }), ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
  // The selector of the oldest workload is bare labels.
  const matchLabels = spec.selector as LabelSelector["matchLabels"];
  const selector = formatLabelSelector(kind === "ReplicationController" ? matchLabels && { matchLabels } : spec.selector);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { ...kept, ...(creationTimestamp && { creationTimestamp }) },
    spec: spec.replicas ? { replicas: spec.replicas } : {},
    status: { replicas: status?.replicas ?? 0, ...(selector !== "" && { selector }) },
  };
};
