import { keepWhile } from "#core/keep-while.ts";
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
const withDefaults = (schema: Schema | undefined, object: KubeObject): KubeObject =>
  schema === undefined ? object : filled(object, schema);

const filled = keepWhile((object: KubeObject, schema: Schema) => fillDefaults(schema, object) as KubeObject);
