import { encodeManagers } from "#kube/structured-merge/managers.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { managersOf } from "./object-managers.ts";

/** The object with its managedFields; the same object when it has none. */
export const withManagedFields = (world: World, object: KubeObject): KubeObject => {
  if (object.metadata?.uid === undefined || object.metadata.managedFields !== undefined) return object;
  // A scale is made from its object without them.
  if (object.kind === "Scale" && object.apiVersion === "autoscaling/v1") return object;
  const managers = managersOf(world, object);
  if (managers.size === 0) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: encodeManagers(managers) } };
};
