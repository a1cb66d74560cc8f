import { type LeafType, type ListType, type MapType, type MergeType, UNTYPED } from "./merge-type.ts";

/** The parts of an OpenAPI schema that decide about merging. */
export interface OpenApiSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly items?: OpenApiSchema;
  readonly default?: unknown;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
}

/**
 * Derives the merge type of an OpenAPI v3 schema, such as those of CustomResourceDefinitions.
 *
 * @param fields types of members that the schema does not describe: `metadata` at the root of an object
 */
export const openApiMergeType = (schema: OpenApiSchema, fields: Readonly<Record<string, MergeType>> = {}): MergeType => {
  if (schema["x-kubernetes-int-or-string"] === true) return UNTYPED_LEAF;
  switch (schema.type) {
    case "object":
      return mapOf(schema, fields);
    case "array":
      return listOf(schema);
    case "string":
      return { kind: "leaf", scalar: "string" };
    case "integer":
    case "number":
      return { kind: "leaf", scalar: "numeric" };
    case "boolean":
      return { kind: "leaf", scalar: "boolean" };
    default:
      return UNTYPED;
  }
};

const UNTYPED_LEAF: LeafType = Object.freeze({ kind: "leaf", scalar: "untyped" });

const STRING: LeafType = Object.freeze({ kind: "leaf", scalar: "string" });

const mapOf = (schema: OpenApiSchema, given: Readonly<Record<string, MergeType>>): MapType => {
  const typeMeta = schema["x-kubernetes-embedded-resource"] === true ? { apiVersion: STRING, kind: STRING, metadata: UNTYPED } : {};
  const fields = new Map<string, MergeType>(Object.entries({ ...typeMeta, ...given }));
  return {
    kind: "map",
    isAtomic: schema["x-kubernetes-map-type"] === "atomic",
    field: (name) => {
      const known = fields.get(name);
      if (known !== undefined) return known;
      const declared = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
      if (declared === undefined) return undefined;
      const type = openApiMergeType(declared);
      fields.set(name, type);
      return type;
    },
    others: othersOf(schema),
    zeros: {},
  };
};

const othersOf = ({ properties, additionalProperties, ...schema }: OpenApiSchema): MergeType | undefined => {
  if (typeof additionalProperties === "object") return openApiMergeType(additionalProperties);
  if (schema["x-kubernetes-preserve-unknown-fields"] === true || additionalProperties === true) return UNTYPED;
  return properties === undefined ? UNTYPED : undefined;
};

const listOf = (schema: OpenApiSchema): ListType => {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const relation = listType === "map" && keys.length > 0 ? "keys" : listType === "set" ? "set" : "atomic";
  const defaults = keys.flatMap((key) => {
    const value = schema.items?.properties?.[key]?.default;
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    kind: "list",
    relation,
    keys: relation === "keys" ? keys : [],
    keyDefaults: Object.fromEntries(defaults),
    item: schema.items === undefined ? UNTYPED : openApiMergeType(schema.items),
  };
};
