import { isSameJson } from "#core/canonical-json.ts";
import { qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required, tooLong } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { driverNameErrors } from "./storage-drivers.ts";

interface Attachment extends KubeObject {
  readonly spec?: AttachmentSpec;
  readonly status?: { readonly attachError?: VolumeError; readonly detachError?: VolumeError };
}

interface AttachmentSpec {
  readonly attacher?: string;
  readonly nodeName?: string;
  readonly source?: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: object };
}

interface VolumeError {
  readonly message?: string;
  readonly errorCode?: number;
}

/** Strategy of VolumeAttachments. */
export const attachmentKind = defineKind<Attachment>({
  hasStatus: true,
  requiresResourceVersion: true,
  validate: ({ spec = {} }, errors) => {
    const { attacher = "", nodeName = "", source = {} } = spec;
    if (attacher === "") errors.push(required("spec.attacher"));
    errors.push(...sourceErrors(source), ...invalidEach("spec.nodeName", nodeName, subdomainProblems(nodeName)));
    // The older checks came first; the newer ones say again what is missing.
    errors.push(...driverNameErrors(attacher, "spec.attacher"));
    const volume = source.persistentVolumeName;
    if (volume !== undefined) errors.push(...invalidEach("spec.source.persistentVolumeName", volume, subdomainProblems(volume)));
  },
  validateUpdate: ({ spec }, old, errors) => {
    if (!isSameJson(spec, old.spec)) errors.push(invalidValue("spec", inOrder(insideOf(spec ?? {})), "field is immutable"));
  },
  validateStatus: ({ status }, errors) => {
    for (const member of ["attachError", "detachError"] as const) {
      const { message = "", errorCode: code = 0 } = status?.[member] ?? {};
      // What is told as the bound is the one of another field.
      if (message.length > MESSAGE_MAX) errors.push(tooLong(`status.${member}.message`, METADATA_MAX));
      if (code < 0) errors.push(invalidValue(`status.${member}.errorCode`, code, "must be between 0 and 2147483647, inclusive"));
    }
  },
});

/** Internal form of a spec: all members, under Go's names. */
const insideOf = ({ attacher = "", source = {}, nodeName = "" }: AttachmentSpec): object => ({
  Attacher: attacher,
  Source: { PersistentVolumeName: source.persistentVolumeName ?? null, InlineVolumeSpec: source.inlineVolumeSpec ?? null },
  NodeName: nodeName,
});

const MESSAGE_MAX = 1024;
const METADATA_MAX = 262_144;
const EITHER = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

const sourceErrors = ({
  persistentVolumeName: name,
  inlineVolumeSpec: inline,
}: NonNullable<AttachmentSpec["source"]>): readonly FieldError[] => {
  const path = "spec.source";
  if (name === undefined) return inline === undefined ? [required(path, EITHER)] : [];
  if (inline !== undefined) return [forbiddenField(path, EITHER)];
  return name === "" ? [required(`${path}.persistentVolumeName`, "must specify non empty persistentVolumeName")] : [];
};

interface AttributesClass extends KubeObject {
  readonly driverName?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A class of attributes that a volume can be given while it is in use. */
export const attributesClassKind = defineKind<AttributesClass>({
  validate: ({ driverName: name = "", parameters = {} }, errors) => {
    if (name === "") errors.push(required("driverName"));
    else errors.push(...invalidEach("driverName", name.toLowerCase(), qualifiedNameProblems(name.toLowerCase())));
    if (parameters[""] !== undefined) errors.push(invalidValue("parameters", "", "field can not be empty."));
    if (Object.keys(parameters).length === 0) errors.push(required("parameters", "must contain at least one key/value pair"));
  },
  validateUpdate: ({ driverName, parameters }, old, errors) => {
    if (driverName !== old.driverName) errors.push(forbiddenField("driverName", "updates to driverName are forbidden."));
    if (!isSameJson(parameters, old.parameters)) errors.push(forbiddenField("parameters", "updates to parameters are forbidden."));
  },
});
