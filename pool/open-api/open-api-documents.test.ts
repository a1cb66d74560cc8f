import { expect, test } from "vitest";
import { API_TYPES } from "#kube/schema/api-types.ts";
import { type FieldShape, objectShape } from "#kube/schema/field-type.ts";
import { openApiDocuments } from "./open-api-documents.ts";

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

const schemas = new Map<string, Schema>();
for (const { text } of openApiDocuments().values()) {
  const { components } = JSON.parse(text) as { readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> } };
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) schemas.set(name, schema);
}

/** Merge rules of a field, by the documents. */
const documented = (field: Schema) => ({
  keys: field["x-kubernetes-list-map-keys"] ?? [],
  isSet: field["x-kubernetes-list-type"] === "set",
  isMerged: `${field["x-kubernetes-patch-strategy"] ?? ""}`.split(",").includes("merge"),
  mergeKey: field["x-kubernetes-patch-merge-key"],
});

/** Merge rules of a field, by the type table. */
const tabled = ({ listKeys, isSet, isMerged, mergeKey }: FieldShape) => ({ keys: listKeys, isSet, isMerged, mergeKey });

const agrees = (typeName: string, schema: Schema): boolean => {
  const shape = objectShape(typeName);
  if (shape === undefined || (schema["x-kubernetes-map-type"] === "atomic") !== shape.isAtomic) return false;
  return Object.entries(schema.properties ?? {}).every(([name, field]) => {
    const own = shape.fields.get(name);
    return own === undefined ? name === "apiVersion" || name === "kind" : JSON.stringify(documented(field)) === JSON.stringify(tabled(own));
  });
};

test("the type table merges fields as the documents of the API say", () => {
  const own = Object.keys(API_TYPES).filter((name) => name.endsWith("List") === false);
  const differing = own.filter((typeName) => {
    const named = [...schemas].filter(([name]) => name.split(".").pop() === typeName);
    return named.length > 0 && !named.some(([, schema]) => agrees(typeName, schema));
  });
  expect(differing).toEqual([]);
});

test("every document says where it is served and under which hash", () => {
  expect([...openApiDocuments().keys()]).toEqual(expect.arrayContaining(["api/v1", "apis/apps/v1", "custom"]));
  for (const { hash, text } of openApiDocuments().values()) expect(hash.length * text.length).toBeGreaterThan(0);
});
