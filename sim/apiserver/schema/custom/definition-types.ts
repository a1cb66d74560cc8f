import type { GoTypes } from "../codec/go-types.ts";

/** The types of a definition. */
export const DEFINITION_TYPES: GoTypes = {
  Definition: { go: "CustomResourceDefinition", members: { spec: "Spec", status: "Status" } },
  Spec: {
    go: "CustomResourceDefinitionSpec",
    members: {
      group: "string",
      scope: "string",
      names: "Names",
      versions: "[]Version",
      conversion: "Conversion",
      preserveUnknownFields: "bool",
    },
  },
  Status: { go: "CustomResourceDefinitionStatus", members: { acceptedNames: "Names", storedVersions: "[]string" } },
  Names: {
    go: "CustomResourceDefinitionNames",
    members: { plural: "string", singular: "string", kind: "string", listKind: "string", shortNames: "[]string", categories: "[]string" },
  },
  Version: {
    go: "CustomResourceDefinitionVersion",
    members: {
      ...{ name: "string", served: "bool", storage: "bool", deprecated: "bool", deprecationWarning: "string", schema: "Validation" },
      ...{ subresources: "Subresources", additionalPrinterColumns: "[]Column", selectableFields: "[]SelectableField" },
    },
  },
  Conversion: { go: "CustomResourceConversion", members: { strategy: "string", webhook: "Webhook" } },
  Webhook: { go: "WebhookConversion", members: { clientConfig: "Client", conversionReviewVersions: "[]string" } },
  Client: { go: "WebhookClientConfig", members: { url: "string", caBundle: "string", service: "Service" } },
  Service: { go: "ServiceReference", members: { namespace: "string", name: "string", path: "string", port: "int32" } },
  Validation: { go: "CustomResourceValidation", members: { openAPIV3Schema: "Schema" } },
  Subresources: { go: "CustomResourceSubresources", members: { scale: "Scale" } },
  Scale: {
    go: "CustomResourceSubresourceScale",
    members: { specReplicasPath: "string", statusReplicasPath: "string", labelSelectorPath: "string" },
  },
  Column: {
    go: "CustomResourceColumnDefinition",
    members: { name: "string", type: "string", format: "string", description: "string", priority: "int32", jsonPath: "string" },
  },
  SelectableField: { go: "SelectableField", members: { jsonPath: "string" } },
  Schema: {
    go: "JSONSchemaProps",
    members: {
      ...{ description: "string", type: "string", format: "string", title: "string", pattern: "string" },
      ...{ maximum: "float64", exclusiveMaximum: "bool", minimum: "float64", exclusiveMinimum: "bool", multipleOf: "float64" },
      ...{ maxLength: "int64", minLength: "int64", maxItems: "int64", minItems: "int64", uniqueItems: "bool" },
      ...{ maxProperties: "int64", minProperties: "int64", required: "[]string", nullable: "bool" },
      ...{ not: "Schema", allOf: "[]Schema", anyOf: "[]Schema", oneOf: "[]Schema" },
      ...{ properties: "{}Schema", patternProperties: "{}Schema", definitions: "{}Schema" },
      ...{ "x-kubernetes-preserve-unknown-fields": "bool", "x-kubernetes-embedded-resource": "bool", "x-kubernetes-int-or-string": "bool" },
      ...{ "x-kubernetes-list-map-keys": "[]string", "x-kubernetes-list-type": "string", "x-kubernetes-map-type": "string" },
      ...{ items: "?Schema", additionalProperties: "?Schema", additionalItems: "?Schema" },
      "x-kubernetes-validations": "[]Rule",
    },
  },
  Rule: {
    go: "ValidationRule",
    members: { rule: "string", message: "string", messageExpression: "string", reason: "string", fieldPath: "string" },
  },
};
