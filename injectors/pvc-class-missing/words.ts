import { CLAIM } from "../claim-words.ts";
import { CUSTOM_RESOURCE } from "../custom-resource-words.ts";
import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

const CLASS = "storage ?class(?:es)?(?: ?names?)?\\b";

const GONE = `(?:${ABSENT}|${WRONG}|missing|unknown|no such|undefined|not defined|not installed|nobody (?:has )?(?:made|created)|there is no|isn't one|not one of|we do not have|we don't have)`;

/** Pattern of what is said of a claim: the same of an operator's object is its fault. */
const ofClaim = (pattern: string): string => `(?<!${CUSTOM_RESOURCE}.{0,120})(?!.{0,160}${CUSTOM_RESOURCE})(?<![\\w-])(?:${pattern})`;

export const words: FaultWords = {
  on: "persistentvolumeclaim",
  patterns: [
    `${CLAIM}~(?<!\\b(?:by|of) (?:its|the) )${CLASS}(?:~${GONE})?`,
    `${CLASS}~${GONE}(?:~${CLAIM})?`,
    `(?:${GONE}) (?:[\\w-]+ )?${CLASS}(?:~${CLAIM})?`,
    `${CLASS}~${CLAIM}(?:~${GONE})?`,
    `(?:${CLAIM}~)?storageclass\\.storage\\.k8s\\.io(?:~not found)?`,
    `${CLAIM}(?:[- ]storage ?class|~storage[- ]?class)[- ](?:missing|not[- ]found|absent|mismatch)`,
    "storage[- ]?class[- ](?:missing|not[- ]found|absent|mismatch)",
  ].map(ofClaim),
  fixes: ["storage ?class"],
  canCause: ["pending"],
};
