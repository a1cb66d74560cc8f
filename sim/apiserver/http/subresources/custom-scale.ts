import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { customResource } from "../../schema/custom/custom-resources.ts";
import type { ScalePaths } from "../../schema/custom/definition.ts";
import { readPath, writePath } from "../../schema/custom/read-path.ts";
import { viewCustom } from "../../schema/custom/view-custom.ts";
import { getObject } from "../../store/store.ts";
import { internalError, notFound, unknownPath } from "../status.ts";
import { makeScale, type Scale, type Scaling } from "./answer-scaling.ts";
import type { SubresourceTarget } from "./subresource-target.ts";

/** The scale of a custom resource, whose definition says where the numbers are. */
export const customScaling = (world: World, { row, namespace, name }: SubresourceTarget): Result<Scaling, Status> => {
  const paths = customResource(world, row).version.subresources?.scale;
  if (paths === undefined) return err(unknownPath());
  const stored = getObject(world, row.resource, namespace, name);
  if (stored === undefined) return err(notFound(row, name));
  const view = viewCustom(world, row, stored);
  if (!view.ok) return view;
  const object = view.value;
  const current = scaleOf(object, paths);
  return ok({
    stored,
    current: current ?? makeScale(object, 0, statusOf(object, paths)),
    ...(current === undefined && { unshown: internalError(`the spec replicas field "${paths.specReplicasPath}" does not exist`) }),
    scaledTo: (replicas: number) => writePath(object, paths.specReplicasPath, replicas),
    scaleOf: (scaled: KubeObject) => {
      const shown = viewCustom(world, row, scaled);
      return shown.ok ? scaleOf(shown.value, paths) : undefined;
    },
  });
};

const scaleOf = (object: KubeObject, paths: ScalePaths): Scale | undefined => {
  const replicas = readPath(object, paths.specReplicasPath);
  return typeof replicas === "number" ? makeScale(object, replicas, statusOf(object, paths)) : undefined;
};

const statusOf = (object: KubeObject, paths: ScalePaths): Scale["status"] => {
  const status = readPath(object, paths.statusReplicasPath);
  const selector = paths.labelSelectorPath === undefined ? undefined : readPath(object, paths.labelSelectorPath);
  return {
    replicas: typeof status === "number" ? status : 0,
    ...(typeof selector === "string" && selector !== "" && { selector }),
  };
};
