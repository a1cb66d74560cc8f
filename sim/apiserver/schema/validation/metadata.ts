import {
  dns1035Problems,
  labelProblems,
  labelValueProblems,
  pathSegmentProblems,
  qualifiedNameProblems,
  subdomainProblems,
} from "#kube/objects/names.ts";
import type { KubeObject, OwnerReference } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required } from "../field-error.ts";
import type { NameRule } from "../kind-strategy.ts";
import { strictAddressProblems } from "./addresses.ts";

/** Checks the parts of the metadata that every kind has. */
export const validateMetadata = (object: KubeObject, isNamespaced: boolean, rule: NameRule, errors: FieldError[]): void => {
  const { name, namespace, labels, annotations, finalizers } = object.metadata;
  if (name === "") errors.push(required("metadata.name", "name or generateName is required"));
  else errors.push(...invalidEach("metadata.name", name, NAME_RULES[rule](name)));
  if (isNamespaced && (namespace === undefined || namespace === "")) errors.push(required("metadata.namespace"));
  if (labels !== undefined) validateLabels(labels, "metadata.labels", errors);
  if (annotations !== undefined) validateAnnotations(annotations, "metadata.annotations", errors);
  if (object.metadata.ownerReferences !== undefined) validateOwners(object.metadata.ownerReferences, errors);
  if (finalizers !== undefined) validateFinalizers(finalizers, errors);
};

/** True for a finalizer of Kubernetes' own and for one that says whose it is. */
export const isKnownFinalizer = (finalizer: string): boolean => finalizer.includes("/") || STANDARD_FINALIZERS.has(finalizer);

export const UNKNOWN_FINALIZER = "name is neither a standard finalizer name nor is it fully qualified";

const STANDARD_FINALIZERS = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

const validateFinalizers = (finalizers: readonly string[], errors: FieldError[]): void => {
  for (const finalizer of finalizers) {
    errors.push(...invalidEach("metadata.finalizers", finalizer, qualifiedNameProblems(finalizer)));
  }
  for (const [i, finalizer] of finalizers.entries()) {
    if (!isKnownFinalizer(finalizer)) errors.push(invalidValue(`metadata.finalizers[${i}]`, finalizer, UNKNOWN_FINALIZER));
  }
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"))
    errors.push(invalidValue("metadata.finalizers", finalizers, "finalizer orphan and foregroundDeletion cannot be both set"));
};

const validateOwners = (owners: readonly OwnerReference[], errors: FieldError[]): void => {
  const path = "metadata.ownerReferences";
  for (const owner of owners) {
    const { apiVersion, kind, name, uid } = owner;
    if (!VERSION.test(apiVersion ?? "")) errors.push(invalidValue(`${path}.apiVersion`, apiVersion ?? "", "version must not be empty"));
    for (const [member, value] of [
      ["kind", kind],
      ["name", name],
      ["uid", uid],
    ] as const) {
      if (!value) errors.push(invalidValue(`${path}.${member}`, "", "must not be empty"));
    }
    if (apiVersion === "v1" && kind === "Event") {
      errors.push(invalidValue(path, inOrder(inMemberOrder([owner])[0]), "/v1, Kind=Event is disallowed from being an owner"));
    }
  }
  const [first, second] = owners.filter(({ controller }) => controller === true);
  if (first === undefined || second === undefined) return;
  const who = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${who}`;
  errors.push(invalidValue(path, inOrder(inMemberOrder(owners)), detail));
};

/** A version, with its group where it has one. */
const VERSION = /^(?:[^/]*\/)?[^/]+$/;

const inMemberOrder = (owners: readonly OwnerReference[]): readonly OwnerReference[] =>
  owners.map(({ apiVersion, kind, name, uid, ...flags }) => ({ apiVersion, kind, name, uid, ...flags }));

/** Validates an update of immutable metadata. */
export const validateMetadataUpdate = (object: KubeObject, old: KubeObject, errors: FieldError[]): void => {
  if (object.metadata.name !== old.metadata.name) errors.push(invalidValue("metadata.name", object.metadata.name, "field is immutable"));
  if (old.metadata.deletionTimestamp === undefined) return;
  const before = old.metadata.finalizers ?? [];
  const added = (object.metadata.finalizers ?? []).filter((finalizer) => !before.includes(finalizer));
  if (added.length === 0) return;
  const list = `[]string{${added.map((finalizer) => JSON.stringify(finalizer)).join(", ")}}`;
  errors.push(
    forbiddenField("metadata.finalizers", `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`),
  );
};

/** Checks a map of labels. */
export const validateLabels = (labels: Readonly<Record<string, string>>, path: string, errors: FieldError[]): void => {
  for (const key of Object.keys(labels)) {
    if (!GOOD_KEY.test(key)) errors.push(...invalidEach(path, key, qualifiedNameProblems(key)));
    errors.push(...invalidEach(path, labels[key], labelValueProblems(labels[key] as string)));
  }
};

/** Checks a map of annotations. */
export const validateAnnotations = (annotations: Readonly<Record<string, string>>, path: string, errors: FieldError[]): void => {
  let bytes = 0;
  for (const key of Object.keys(annotations)) {
    bytes += key.length + (annotations[key] as string).length;
    if (!GOOD_KEY.test(key)) errors.push(...invalidEach(path, key, qualifiedNameProblems(key.toLowerCase())));
  }
  if (bytes > ANNOTATION_BYTES_MAX) {
    errors.push({ field: path, reason: "FieldValueTooLong", detail: `Too long: may not be more than ${ANNOTATION_BYTES_MAX} bytes` });
  }
};

const ANNOTATION_BYTES_MAX = 262_144;

/** Pattern that most keys match; the others are validated in full. */
const GOOD_KEY =
  /^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?){0,8}\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const NAME_RULES: Readonly<Record<NameRule, (name: string) => readonly string[]>> = {
  subdomain: subdomainProblems,
  label: labelProblems,
  dns1035: dns1035Problems,
  "path-segment": pathSegmentProblems,
  address: strictAddressProblems,
};
