import { apiVersionOf, type ResourceRow } from "#kube/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { customResource, customResources } from "./custom-resources.ts";
import { fillDefaults } from "./schema/fill-defaults.ts";
import type { Schema } from "./schema/schema.ts";

/** A stored custom object as a version shows it: under that version's name, with the defaults that its schema has by now. */
export const viewCustom = (world: World, row: ResourceRow, object: KubeObject): KubeObject => {
  const { definition, storedAs, version } = customResource(world, row);
  const asked = version.schema?.openAPIV3Schema;
  const kept =
    customResources(world).byPath.get(`/apis/${storedAs}/${row.plural}`)?.version ??
    definition.spec.versions.find(({ storage }) => storage);
  const filled = withDefaults(kept?.schema?.openAPIV3Schema ?? asked, object);
  const apiVersion = apiVersionOf(row);
  return filled.apiVersion === apiVersion ? filled : { ...filled, apiVersion };
};

/** Objects that were stored before a default came get it when they are read. */
const withDefaults = (schema: Schema | undefined, object: KubeObject): KubeObject => {
  if (schema === undefined) return object;
  const known = views.get(object);
  if (known?.schema === schema) return known.view;
  const view = fillDefaults(schema, object) as KubeObject;
  views.set(object, { schema, view });
  return view;
};

/** Objects and schemas are values. */
const views = new WeakMap<KubeObject, { readonly schema: Schema; readonly view: KubeObject }>();
