import type { AppRecord } from "#kube/app/app.ts";
import { nameReferences } from "./references/name-references.ts";

/** Brings a text into the form that the patterns are written for. */
export const normaliseText = (text: string, app: AppRecord): string => {
  let plain = text
    .slice(0, TEXT_MAX)
    .replace(/```[\s\S]*?(?:```|$)/g, "\n")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/["`\u201c\u201d*]/g, "")
    .replace(/(^|[\s(=:])'([^'\n]{1,80})'(?=$|[\s).,;:])/g, "$1$2")
    .replace(/(?<![\w.-])\(?\d\) /g, isNumbered(text.slice(0, TEXT_MAX)) ? "\n" : " ")
    .replace(WELL_IN_BRACKETS, " ")
    .replace(/[()[\]{}]/g, " ")
    .replace(/@sha256:[0-9a-f]+/g, "")
    .replace(/\r/g, "")
    .replace(/[ \t]+/g, " ");
  for (const [pattern, replacement] of SYNONYMS) plain = plain.replace(pattern, replacement);
  return nameReferences(plain, app);
};

/** "(pod is OK)": a remark in brackets on what is well. */
const WELL_IN_BRACKETS = / \([^()]*\b(?:ok|okay|fine|healthy|happily|unchanged|correct|good|well)\b[^()]*\)/g;

/** "1) … 2) …": the numbers open items, and are no remark in brackets. */
const isNumbered = (text: string): boolean => {
  const first = text.indexOf("1) ");
  return first !== -1 && text.includes("2) ", first);
};

/** Length up to which a text is read, characters. */
const TEXT_MAX = 8_000;

const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.-])svcs?(?![\w.-])/g, "service"],
  [/\bconfig[- ]maps?\b/g, "configmap"],
  [/(?<![\w.-])cm(?![\w.-])/g, "configmap"],
  [/\bdeploy\//g, "deployment/"],
  [/(?<![\w.-])b\/c\b/g, "because"],
  [/\bcan not\b/g, "cannot"],
  [/\bnot only\b/g, ""],
  [/\b(?:no|without(?: a| any)?) (?:doubt|question)\b/g, ""],
  [/\bnot just\b/g, ""],
  [/\bnothing more than\b/g, ""],
  // "Missing Service: geo" is one thought.
  [/^((?:missing|deleted|wrong|bad|broken|invalid|misconfigured|nonexistent)(?: [\w-]+){1,3}): /gm, "$1 "],
];
