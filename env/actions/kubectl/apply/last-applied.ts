import { toCompactJson } from "../print/json-text.ts";
import type { Manifest } from "../session.ts";

/** Where `kubectl apply` keeps what it applied last. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The manifest with itself, as JSON, in the annotation. */
export const withLastApplied = (manifest: Manifest): Manifest => {
  const { [LAST_APPLIED]: _, ...annotations } = manifest.metadata.annotations ?? {};
  const bare = { ...manifest, metadata: { ...manifest.metadata, annotations } };
  return { ...bare, metadata: { ...bare.metadata, annotations: { ...annotations, [LAST_APPLIED]: `${toCompactJson(bare)}\n` } } };
};

/** What was applied last; undefined when the object carries no such annotation. */
export const readLastApplied = (object: Manifest): Readonly<Record<string, unknown>> | undefined => {
  const text = object.metadata.annotations?.[LAST_APPLIED];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};
