/** A schema of an OpenAPI 3 document, with the parts that are explained. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly "x-kubernetes-group-version-kind"?: readonly GroupVersionKind[];
}

/** The kind of an object with its group and version. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The OpenAPI 3 document of a group version. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly "x-kubernetes-group-version-kind"?: GroupVersionKind }>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Resolves a reference within the document; other schemas are returned unchanged. */
export const resolveSchema = (schema: Schema, document: OpenApiDocument): Schema => {
  if (schema.$ref === undefined) return schema;
  return document.components?.schemas?.[schema.$ref.replace(/^#\/components\/schemas\//, "")] ?? schema;
};

/** Schema of a map's values; undefined when the schema is not a map. */
export const valuesOf = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === "object" ? additionalProperties : undefined;

const PREFIXES = ["", "/namespaces/{namespace}"] as const;
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Kind of a resource by the document's paths, at cluster or namespace scope. */
export const kindOfPath = (
  document: OpenApiDocument,
  { group, version, plural }: { readonly group: string; readonly version: string; readonly plural: string },
): GroupVersionKind | undefined => {
  const root = `${group === "" ? "/api" : `/apis/${group}`}/${version}`;
  const paths = PREFIXES.flatMap((prefix) => [`${root}${prefix}/${plural}`, `${root}${prefix}/${plural}/{name}`]);
  return paths
    .flatMap((path) => METHODS.map((method) => document.paths?.[path]?.[method]?.["x-kubernetes-group-version-kind"]))
    .filter((kind) => kind !== undefined)
    .at(-1);
};

/** First schema of a kind. */
export const schemaOfKind = (document: OpenApiDocument, { group, version, kind }: GroupVersionKind): Schema | undefined => {
  const schemas = document.components?.schemas ?? {};
  return Object.keys(schemas)
    .sort()
    .map((name) => schemas[name] as Schema)
    .find((schema) =>
      (schema["x-kubernetes-group-version-kind"] ?? []).some(
        (known) => known.group === group && known.version === version && known.kind === kind,
      ),
    );
};
