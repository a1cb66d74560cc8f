import { canonicalJson } from "#core/canonical-json.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import { dumpValue } from "../apiserver/schema/go-dump/dump-value.ts";

/** The label that tells the pods of one template from those of another. */
export const POD_TEMPLATE_HASH = "pod-template-hash";

/** The name that Kubernetes gives a template: the same on every cluster, and another for each collision. Ten characters at most. */
export const templateHash = (template: PodTemplateSpec, collisionCount: number | undefined): string => {
  const hash = addText(FNV_OFFSET, dumpValue("v1.PodTemplateSpec", template));
  return safeEncode(`${(collisionCount === undefined ? hash : addCount(hash, collisionCount)) >>> 0}`);
};

/** True when two templates are equal, the hash label left aside. */
export const sameTemplate = (a: PodTemplateSpec, b: PodTemplateSpec): boolean => a === b || templateText(a) === templateText(b);

/** Canonical text of a template without the hash label; cached with the template. */
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

const FNV_OFFSET = 0x811c9dc5;

const addByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

/** FNV-1a over the UTF-8 bytes of a text. */
const addText = (start: number, text: string): number => {
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      hash = addByte(hash, code);
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(i) as number);
    i += character.length - 1;
    for (const byte of encodeURIComponent(character).split("%").slice(1)) hash = addByte(hash, Number.parseInt(byte, 16));
  }
  return hash;
};

/** Eight bytes, of which Go fills the first four. */
const addCount = (start: number, count: number): number => {
  let hash = start;
  for (let i = 0; i < 8; i++) hash = addByte(hash, i < 4 ? (count >>> (8 * i)) & 0xff : 0);
  return hash;
};

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const texts = new WeakMap<object, string>();

const withoutHashLabel = (template: PodTemplateSpec): unknown => {
  const labels = template.metadata?.labels;
  if (labels?.[POD_TEMPLATE_HASH] === undefined) return { ...template, metadata: template.metadata ?? {} };
  const { [POD_TEMPLATE_HASH]: _hash, ...rest } = labels;
  return { ...template, metadata: { ...template.metadata, labels: rest } };
};
