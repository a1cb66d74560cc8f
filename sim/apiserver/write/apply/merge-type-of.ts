import { keepFor } from "#core/keep-for.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { builtInMergeType, type MergeType, UNTYPED } from "#kube/structured-merge/merge-type.ts";
import { type OpenApiSchema, openApiMergeType } from "#kube/structured-merge/open-api-merge-type.ts";
import type { KindStrategy } from "../../schema/kind-strategy.ts";

/** How objects of a resource are merged: by the type table, or by the schema of their definition. */
export const mergeTypeOf = (row: ResourceRow, { typeName, schema }: KindStrategy): MergeType => {
  if (schema === undefined) return builtInMergeType(typeName ?? row.kind) ?? UNTYPED;
  return customType(schema);
};

/** Schemas are values. */
const customType = keepFor((schema: object): MergeType => openApiMergeType(schema as OpenApiSchema, OBJECT_FIELDS));

const STRING: MergeType = Object.freeze({ kind: "leaf", scalar: "string" });

/** What every object has, whether its schema says so or not. */
const OBJECT_FIELDS = Object.freeze({ apiVersion: STRING, kind: STRING, metadata: builtInMergeType("ObjectMeta") as MergeType });
