import type { Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { convertCustom } from "./convert-custom.ts";
import type { CustomResourceDefinition, DefinitionVersion } from "./definition.ts";
import { fillDefaults } from "./schema/fill-defaults.ts";
import type { Schema } from "./schema/schema.ts";

/** A stored custom object in a version, with the defaults that the stored version's schema has by now. */
export const showStored = (
  world: World,
  { definition, version }: { readonly definition: CustomResourceDefinition; readonly version: DefinitionVersion },
  object: KubeObject,
): Result<KubeObject, Status> => {
  const kept = definition.spec.versions.find(({ storage }) => storage) ?? version;
  return convertCustom(world, definition, version, withDefaults(kept.schema?.openAPIV3Schema, object));
};

/** Object with defaults that its schema got after it was stored. */
const withDefaults = (schema: Schema | undefined, object: KubeObject): KubeObject => {
  if (schema === undefined) return object;
  const known = views.get(object);
  if (known?.schema === schema) return known.view;
  const view = fillDefaults(schema, object) as KubeObject;
  views.set(object, { schema, view });
  return view;
};

/** Defaulted views by object, cached. */
const views = new WeakMap<KubeObject, { readonly schema: Schema; readonly view: KubeObject }>();
