import { canonicalJson } from "#core/canonical-json.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";

/** The label that tells the pods of one template from those of another. */
export const POD_TEMPLATE_HASH = "pod-template-hash";

/** A short name for a template: the same for equal templates, another for each collision. Ten characters at most. */
export const templateHash = (template: PodTemplateSpec, collisionCount: number | undefined): string =>
  safeEncode(`${fnv1a(`${templateText(template)}${collisionCount ?? ""}`)}`);

/** True when two templates are equal, the hash label left aside. */
export const sameTemplate = (a: PodTemplateSpec, b: PodTemplateSpec): boolean => a === b || templateText(a) === templateText(b);

/** Canonical text of a template without the hash label; kept for as long as the template lives. */
export const templateText = (template: PodTemplateSpec): string => {
  const known = texts.get(template);
  if (known !== undefined) return known;
  const text = canonicalJson(withoutHashLabel(template));
  texts.set(template, text);
  return text;
};

/** Encodes a text into the alphabet that has no vowels and no look-alikes, character by character. */
export const safeEncode = (text: string): string =>
  [...text].map((character) => ALPHABET[character.charCodeAt(0) % ALPHABET.length]).join("");

/** FNV-1a, 32 bits, of a text's UTF-16 code units. */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const texts = new WeakMap<object, string>();

const withoutHashLabel = (template: PodTemplateSpec): unknown => {
  const labels = template.metadata?.labels;
  if (labels?.[POD_TEMPLATE_HASH] === undefined) return { ...template, metadata: template.metadata ?? {} };
  const { [POD_TEMPLATE_HASH]: _hash, ...rest } = labels;
  return { ...template, metadata: { ...template.metadata, labels: rest } };
};
