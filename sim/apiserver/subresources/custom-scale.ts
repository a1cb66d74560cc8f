import { ok } from "#core/result.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { customResource } from "../custom/custom-resources.ts";
import type { ScalePaths } from "../custom/definition.ts";
import { readPath, writePath } from "../custom/read-path.ts";
import { viewCustom } from "../custom/view-custom.ts";
import { internalError, notFound, unknownPath } from "../status.ts";
import { getObject } from "../store.ts";
import { replaceObject } from "../update-object.ts";
import { contextOf, nameProblem, withWarnings } from "../verbs/write-objects.ts";
import { type Scale, scaleProblem, wantedScale } from "./wanted-scale.ts";

/** Answers `…/scale` of a custom resource, whose definition says where the numbers are. */
export const answerCustomScale = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
): ApiAnswer => {
  const paths = customResource(world, row).version.subresources?.scale;
  if (paths === undefined) return refuse(unknownPath());
  const stored = getObject(world, row.resource, namespace, name);
  if (stored === undefined) return refuse(notFound(row, name));
  const object = viewCustom(world, row, stored);
  const current = scaleOf(object, paths);
  if (current === undefined) return refuse(internalError(`the spec replicas field "${paths.specReplicasPath}" does not exist`));
  if (request.method === "GET") return answer(ok(current));
  const wanted = wantedScale(current, request);
  if (!wanted.ok) return refuse(wanted.error);
  const refused = nameProblem(name, wanted.value) ?? scaleProblem(row, object, wanted.value);
  if (refused !== undefined) return refuse(refused);
  const context = contextOf(world, row, request, "scale");
  const scaled = replaceObject(context, stored, writePath(object, paths.specReplicasPath, wanted.value.spec?.replicas ?? 0), "main");
  return withWarnings(context, scaled.ok ? answer(ok(scaleOf(viewCustom(world, row, scaled.value), paths))) : refuse(scaled.error));
};

const scaleOf = (object: KubeObject, paths: ScalePaths): Scale | undefined => {
  const replicas = readPath(object, paths.specReplicasPath);
  if (typeof replicas !== "number") return undefined;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const status = readPath(object, paths.statusReplicasPath);
  const selector = paths.labelSelectorPath === undefined ? undefined : readPath(object, paths.labelSelectorPath);
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
    status: { replicas: typeof status === "number" ? status : 0, ...(typeof selector === "string" && selector !== "" && { selector }) },
  };
};
