import { qualifiedNameProblems } from "#kube/objects/names.ts";
import { apiVersionOf, type ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type Decoded, decodeObject } from "../codec/decode.ts";
import type { Raw } from "../codec/same.ts";
import { type FieldError, invalidValue } from "../field-error.ts";
import type { KindStrategy } from "../kind-strategy.ts";
import { convertCustom } from "./convert-custom.ts";
import type { CustomResourceDefinition, DefinitionVersion } from "./definition.ts";
import { readPath } from "./read-path.ts";
import { scaleErrors } from "./scale-paths.ts";
import { fillDefaults } from "./schema/fill-defaults.ts";
import { pruneNulls, pruneUnknown } from "./schema/prune.ts";
import type { Schema } from "./schema/schema.ts";
import { validateEmbedded } from "./schema/validate-embedded.ts";
import { validateLists } from "./schema/validate-lists.ts";
import { validateRules } from "./schema/validate-rules.ts";
import { validateValue } from "./schema/validate-value.ts";
import { showStored } from "./show-stored.ts";

interface CustomKindRequest {
  readonly row: ResourceRow;
  readonly definition: CustomResourceDefinition;
  readonly version: DefinitionVersion;
  readonly storedAs: string;
}

/** Strategy of one version of a custom resource: decoding, defaults, validation. */
export const customKind = ({ definition, version, storedAs, row }: CustomKindRequest): KindStrategy => {
  const schema = version.schema?.openAPIV3Schema ?? FREE;
  const hasStatus = version.subresources?.status !== undefined;
  const storage = definition.spec.versions.find((one) => one.storage) ?? version;
  const isConverted = definition.spec.conversion?.strategy === "Webhook";
  const writtenAs = isConverted ? apiVersionOf(row) : storedAs;
  return Object.freeze<KindStrategy>({
    decode: (input) => decodeCustom(schema, input),
    isCustom: true,
    schema,
    hasGeneration: true,
    hasStatus,
    requiresResourceVersion: true,
    fields: Object.fromEntries(
      (version.selectableFields ?? []).map(({ jsonPath }) => [jsonPath.replace(/^\./, ""), fieldReader(jsonPath)]),
    ),
    prepareCreate: (object) => withoutStatus({ ...object, apiVersion: writtenAs }, hasStatus),
    prepareUpdate: (object) => ({ ...object, apiVersion: writtenAs }),
    ...(isConverted && {
      fromStored: (object, { world }) => showStored(world, { definition, version }, object),
      toStored: (object, { world }) => convertCustom(world, definition, storage, object),
    }),
    validate: (object, errors, context) => {
      errors.push(...problemsOf(version, schema, asRequested(row, object), undefined, context.subresource, errors));
    },
    validateUpdate: (object, old, errors, context) => {
      errors.push(...problemsOf(version, schema, asRequested(row, object), asRequested(row, old), context.subresource, errors));
    },
    warn: (object, old, warnings) => void warnings.push(...finalizerWarnings(object, old)),
  });
};

const FREE: Schema = Object.freeze({ type: "object", "x-kubernetes-preserve-unknown-fields": true });

/** Object in the version of the request, in which it is validated. */
const asRequested = ({ group, version }: ResourceRow, object: KubeObject): Raw =>
  ({ ...object, apiVersion: `${group}/${version}` }) as unknown as Raw;

const decodeCustom = (schema: Schema, input: Raw): Decoded => {
  const { metadata: given, ...rest } = input;
  const metadata = decodeObject("ObjectMeta", given ?? {});
  const pruned = pruneUnknown(schema, rest);
  const body = fillDefaults(schema, pruneNulls(schema, pruned.value)) as Raw;
  const unknownFields = [...pruned.unknownFields, ...metadata.unknownFields.map((field) => `metadata.${field}`)].sort();
  return { value: { ...body, metadata: metadata.value }, unknownFields, error: metadata.error };
};

const withoutStatus = <T extends KubeObject>(object: T, hasStatus: boolean): T => {
  if (!hasStatus || !("status" in object)) return object;
  const { status: _dropped, ...rest } = object as T & { status?: unknown };
  return rest as unknown as T;
};

const fieldReader = (jsonPath: string) => (object: KubeObject) => {
  const value = readPath(object, jsonPath);
  return value === undefined || value === null ? "" : `${value}`;
};

/** All errors of an object, in the server's order; CEL rules run only on objects of the right shape. */
const problemsOf = (
  version: DefinitionVersion,
  schema: Schema,
  object: Raw,
  old: Raw | undefined,
  subresource: string | undefined,
  known: readonly FieldError[],
): readonly FieldError[] => {
  const errors: FieldError[] = [
    ...schemaErrors(schema, object, old, subresource),
    ...scaleErrors(version.subresources?.scale, object, subresource),
  ];
  errors.push(...validateEmbedded(schema, object));
  if (old === undefined || validateLists(schema, old).length === 0) errors.push(...validateLists(schema, object));
  if (!hasRules(schema)) return errors;
  if ([...known, ...errors].some(({ reason }) => BLOCKING.has(reason))) errors.push(UNCHECKED);
  else errors.push(...validateRules(schema, object, old));
  return errors;
};

/** A write to the status checks the status, and names its fields without their prefix. */
const schemaErrors = (schema: Schema, object: Raw, old: Raw | undefined, subresource: string | undefined): readonly FieldError[] => {
  if (subresource !== "status") return validateValue(schema, object, old);
  const own = schema.properties?.["status"];
  return own === undefined || object["status"] === undefined ? [] : validateValue(own, object["status"], old?.["status"], "status");
};

const BLOCKING: ReadonlySet<string> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const UNCHECKED = invalidValue(
  "<nil>",
  null,
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
);

const hasRules = (schema: Schema): boolean => {
  let known = ruled.get(schema);
  if (known === undefined) {
    known = contains(schema, "x-kubernetes-validations");
    ruled.set(schema, known);
  }
  return known;
};

const ruled = new WeakMap<Schema, boolean>();

const contains = (value: unknown, key: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, key) || Object.values(value).some((member) => contains(member, key)));

const finalizerWarnings = ({ metadata }: KubeObject, old: KubeObject | undefined): readonly string[] => {
  const added = (metadata.finalizers ?? []).filter((name) => old?.metadata.finalizers?.includes(name) !== true);
  return [...added].sort().flatMap((name) => {
    const problems = qualifiedNameProblems(name).map((problem) => `metadata.finalizers: ${JSON.stringify(name)}: ${problem}`);
    if (name.includes("/") || STANDARD_FINALIZERS.has(name)) return problems;
    const path = name.includes(".") ? " including a path (/)" : "";
    const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
    return [...problems, `metadata.finalizers: ${JSON.stringify(name)}: ${advice}`];
  });
};

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", "kubernetes"]);
