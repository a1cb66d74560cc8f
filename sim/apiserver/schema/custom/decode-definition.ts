import type { Decoded } from "../codec/decode.ts";
import { goTypeProblem, withoutNulls } from "../codec/go-types.ts";
import type { Raw } from "../codec/same.ts";
import { DEFINITION_TYPES } from "./definition-types.ts";
import { pruneUnknown } from "./schema/prune.ts";
import { isObject, type Schema } from "./schema/schema.ts";

/** Reads a definition without its metadata: known fields only, of the right types. */
export const decodeDefinition = (sent: Raw): Decoded => {
  const input = withoutNulls(DEFINITION_TYPES, "Definition", sent) as Raw;
  const { value, unknownFields } = pruneUnknown(DEFINITION, input);
  const nested: string[] = [];
  const versions = versionsOf(input);
  versions.forEach((version, i) => {
    const schema = isObject(version) && isObject(version["schema"]) ? version["schema"]["openAPIV3Schema"] : undefined;
    recordUnknown(schema, `spec.versions[${i}].schema.openAPIV3Schema`, nested);
  });
  return { value: value as Raw, unknownFields: [...unknownFields, ...nested], error: goTypeProblem(DEFINITION_TYPES, "Definition", sent) };
};

const versionsOf = (input: Raw): readonly unknown[] => {
  const spec = input["spec"];
  return isObject(spec) && Array.isArray(spec["versions"]) ? spec["versions"] : [];
};

const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const flag: Schema = { type: "boolean" };
const free: Schema = { "x-kubernetes-preserve-unknown-fields": true };
const struct = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: "object", properties });

const NAMES = struct({ plural: text, singular: text, kind: text, listKind: text, shortNames: texts, categories: texts });
const COLUMN = struct({ name: text, type: text, format: text, description: text, priority: { type: "integer" }, jsonPath: text });
const SCALE = struct({ specReplicasPath: text, statusReplicasPath: text, labelSelectorPath: text });
const VERSION = struct({
  name: text,
  served: flag,
  storage: flag,
  deprecated: flag,
  deprecationWarning: text,
  schema: struct({ openAPIV3Schema: free }),
  subresources: struct({ status: free, scale: SCALE }),
  additionalPrinterColumns: { type: "array", items: COLUMN },
  selectableFields: { type: "array", items: struct({ jsonPath: text }) },
});
const SERVICE = struct({ namespace: text, name: text, path: text, port: { type: "integer" } });
const WEBHOOK = struct({ clientConfig: struct({ url: text, caBundle: text, service: SERVICE }), conversionReviewVersions: texts });
const DEFINITION = struct({
  spec: struct({
    group: text,
    scope: text,
    names: NAMES,
    versions: { type: "array", items: VERSION },
    conversion: struct({ strategy: text, webhook: WEBHOOK }),
    preserveUnknownFields: flag,
  }),
  status: struct({ acceptedNames: NAMES, conditions: free, storedVersions: texts }),
});

/** Keys of a JSON schema; the values of some are schemas again. */
const recordUnknown = (schema: unknown, path: string, unknownFields: string[]): void => {
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    const place = `${path}.${key}`;
    if (key === "properties" || key === "patternProperties" || key === "definitions") {
      if (isObject(value)) for (const [name, inner] of Object.entries(value)) recordUnknown(inner, `${place}.${name}`, unknownFields);
    } else if (key === "items" || key === "not" || key === "additionalProperties") recordUnknown(value, place, unknownFields);
    else if (key === "allOf" || key === "anyOf" || key === "oneOf") {
      for (const [i, inner] of Array.isArray(value) ? value.entries() : []) recordUnknown(inner, `${place}[${i}]`, unknownFields);
    } else if (!SCHEMA_FIELDS.has(key)) unknownFields.push(place);
  }
};

const SCHEMA_FIELDS: ReadonlySet<string> = new Set(
  (
    "id $schema $ref description type format title default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern " +
    "maxItems minItems uniqueItems multipleOf enum maxProperties minProperties required dependencies additionalItems externalDocs example " +
    "nullable x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys " +
    "x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-validations"
  ).split(" "),
);
