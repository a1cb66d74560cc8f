import { canonicalJson } from "#core/canonical-json.ts";
import { compareValues } from "#kube/structured-merge/compare-values.ts";
import { type FieldSet, subtract } from "#kube/structured-merge/field-set.ts";
import type { MergeType } from "#kube/structured-merge/merge-type.ts";
import { toFieldSet } from "#kube/structured-merge/to-field-set.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Raw } from "../../schema/codec/same.ts";

/** Fields that kubectl's last client-side apply set and that are unchanged; undefined when there was none. */
export const allowedConflicts = (type: MergeType, live: KubeObject | undefined): FieldSet | undefined => {
  const text = live?.metadata.annotations?.[LAST_APPLIED];
  if (live === undefined || !text) return undefined;
  const applied = parse(text);
  if (applied === undefined || applied["apiVersion"] !== live.apiVersion) return undefined;
  const { added, modified, removed } = compareValues(type, applied, live);
  return subtract(subtract(subtract(toFieldSet(type, applied), modified), added), removed);
};

/** Keeps the annotation of client-side apply up to date, so that one may go back to it. */
export const withLastApplied = (manager: string, object: unknown, applied: Raw): unknown => {
  const { metadata } = object as KubeObject;
  if (manager !== "kubectl" || !metadata?.annotations?.[LAST_APPLIED]) return object;
  const annotations = { ...metadata.annotations, [LAST_APPLIED]: lastApplied(applied) };
  return { ...(object as KubeObject), metadata: { ...metadata, annotations } };
};

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

const lastApplied = (applied: Raw): string => {
  const { annotations, ...metadata } = (applied["metadata"] ?? {}) as { readonly annotations?: Raw };
  const { [LAST_APPLIED]: _dropped, ...kept } = annotations ?? {};
  const shown = {
    ...applied,
    metadata: { ...metadata, ...(annotations !== undefined && Object.keys(kept).length > 0 && { annotations: kept }) },
  };
  return `${canonicalJson(shown)}\n`;
};

const parse = (text: string): Raw | undefined => {
  try {
    return JSON.parse(text) as Raw;
  } catch {
    return undefined;
  }
};
