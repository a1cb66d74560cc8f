import { toCompactJson } from "../print/json-text.ts";
import { inTypeOrder } from "../print/typed-json.ts";
import { withZeroFields } from "../print/zero-fields.ts";
import type { Manifest } from "../session/session.ts";

/** Annotation in which `kubectl apply` stores the last applied configuration. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Copies a manifest with itself, as JSON, in the annotation. */
export const withLastApplied = (manifest: Manifest): Manifest => {
  const { [LAST_APPLIED]: _, ...annotations } = manifest.metadata.annotations ?? {};
  const bare = { ...manifest, metadata: { ...manifest.metadata, annotations } };
  return { ...bare, metadata: { ...bare.metadata, annotations: { ...annotations, [LAST_APPLIED]: `${toCompactJson(bare)}\n` } } };
};

/** Copies a manifest with itself, unchanged as JSON, in the annotation. */
export const withItselfApplied = (manifest: Manifest): Manifest => {
  const annotations = { ...manifest.metadata.annotations, [LAST_APPLIED]: `${toCompactJson(manifest)}\n` };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
};

/** Copies a generated object with itself in the annotation: fields in the order of its Go type, without empty ones. */
export const withTypedLastApplied = (manifest: Manifest): Manifest => {
  const annotations = { ...manifest.metadata.annotations, [LAST_APPLIED]: `${JSON.stringify(inTypeOrder(withZeroFields(manifest)))}\n` };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
};

/** Reads the last applied configuration; undefined when the object has no such annotation. */
export const readLastApplied = (object: Manifest): Readonly<Record<string, unknown>> | undefined => {
  const text = object.metadata.annotations?.[LAST_APPLIED];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};
