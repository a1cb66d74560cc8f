import { encodeManagers } from "#kube/structured-merge/managers.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { managersOf } from "./object-managers.ts";

/** The answer with `metadata.managedFields` on its object, or on every object of its list; anything else stays as it is. */
export const showManagedFields = (world: World, body: unknown): unknown => {
  if (typeof body !== "object" || body === null) return body;
  const { items, kind } = body as { readonly items?: unknown; readonly kind?: string };
  if (kind === "Status" || kind === "Table") return body;
  if (Array.isArray(items)) return { ...body, items: items.map((item: KubeObject) => withManagedFields(world, item)) };
  return withManagedFields(world, body as KubeObject);
};

/** The object with its managedFields; the same object when it has none. */
export const withManagedFields = (world: World, object: KubeObject): KubeObject => {
  if (object.metadata?.uid === undefined || object.metadata.managedFields !== undefined) return object;
  const managers = managersOf(world, object);
  if (managers.size === 0) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: encodeManagers(managers) } };
};
