import { keepFor } from "#core/keep-for.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { builtInMergeType, type MergeType, UNTYPED } from "#kube/structured-merge/merge-type.ts";
import { type OpenApiSchema, openApiMergeType } from "#kube/structured-merge/open-api-merge-type.ts";
import type { ManagedForm } from "./write-record.ts";

/** Merge type of a resource: from the type table, or from the schema of its definition. */
export const mergeTypeOf = (row: ResourceRow, { typeName, schema }: ManagedForm): MergeType => {
  if (schema === undefined) return builtInMergeType(typeName ?? row.kind) ?? UNTYPED;
  return customType(schema);
};

/** Merge types by schema, cached. */
const customType = keepFor((schema: object): MergeType => openApiMergeType(schema as OpenApiSchema, OBJECT_FIELDS));

const STRING: MergeType = Object.freeze({ kind: "leaf", scalar: "string" });

/** Fields that every object has, whether its schema names them or not. */
const OBJECT_FIELDS = Object.freeze({ apiVersion: STRING, kind: STRING, metadata: builtInMergeType("ObjectMeta") as MergeType });
