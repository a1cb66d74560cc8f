import { err, ok, type Result } from "#core/result.ts";
import { formatLabelSelector } from "#kube/objects/label-selector.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import type { KubeObject, LabelSelector, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { getObject } from "../../store/store.ts";
import { contextOf } from "../../write/write-objects.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "../api-request.ts";
import { notFound, unknownPath } from "../status.ts";
import { answerScaling, makeScale, type Scale, type Scaling } from "./answer-scaling.ts";
import { customScaling } from "./custom-scale.ts";
import type { SubresourceTarget } from "./subresource-target.ts";

interface Scalable extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector?: LabelSelector };
  readonly status?: { readonly replicas?: number };
}

/** Answers `…/scale`: one view on all workloads that can be scaled. */
export const answerScale = (world: World, target: SubresourceTarget, request: ApiRequest): ApiAnswer => {
  const scaling = findScaling(world, target);
  return scaling.ok ? answerScaling(contextOf(world, target.row, request, "scale"), scaling.value, request) : refuse(scaling.error);
};

/** The scale of an object, or why it has none. */
export const findScaling = (world: World, target: SubresourceTarget): Result<Scaling, Status> => {
  const { row, namespace, name } = target;
  if (resourceRow(row.resource) === undefined) return customScaling(world, target);
  if (!row.subresources.includes("scale")) return err(unknownPath());
  const workload = getObject<Scalable>(world, row.resource, namespace, name);
  if (workload === undefined) return err(notFound(row, name));
  return ok({
    stored: workload,
    current: scaleOf(workload),
    scaledTo: (replicas: number) => ({ ...workload, spec: { ...workload.spec, replicas } }) as KubeObject,
    scaleOf: (scaled: KubeObject) => scaleOf(scaled as Scalable),
  });
};

const scaleOf = (workload: Scalable): Scale => {
  const { kind, spec, status } = workload;
  // The selector of the oldest workload is bare labels.
  const matchLabels = spec.selector as LabelSelector["matchLabels"];
  const selector = formatLabelSelector(kind === "ReplicationController" ? matchLabels && { matchLabels } : spec.selector);
  return makeScale(workload, spec.replicas ?? 0, { replicas: status?.replicas ?? 0, ...(selector !== "" && { selector }) });
};
