import type { ResourceRow } from "#kube/objects/resources.ts";
import { builtInMergeType, type MergeType, UNTYPED } from "#kube/structured-merge/merge-type.ts";
import { type OpenApiSchema, openApiMergeType } from "#kube/structured-merge/open-api-merge-type.ts";
import type { KindStrategy } from "../../schema/kind-strategy.ts";

/** Merge type of a resource: from the type table, or from the schema of its definition. */
export const mergeTypeOf = (row: ResourceRow, { typeName, schema }: KindStrategy): MergeType => {
  if (schema === undefined) return builtInMergeType(typeName ?? row.kind) ?? UNTYPED;
  let type = customTypes.get(schema);
  if (type === undefined) {
    type = openApiMergeType(schema as OpenApiSchema, OBJECT_FIELDS);
    customTypes.set(schema, type);
  }
  return type;
};

/** Merge types by schema, cached. */
const customTypes = new WeakMap<object, MergeType>();

const STRING: MergeType = Object.freeze({ kind: "leaf", scalar: "string" });

/** Fields that every object has, whether its schema names them or not. */
const OBJECT_FIELDS = Object.freeze({ apiVersion: STRING, kind: STRING, metadata: builtInMergeType("ObjectMeta") as MergeType });
