import { CUSTOM_RESOURCE } from "../custom-resource-words.ts";
import { ABSENT, CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

const CLASS = "\\bstorage ?class(?:es)?(?: ?names?)?\\b";

const GONE = `(?:${ABSENT}|${WRONG}|missing|unknown|no such|undefined|not defined|not installed|nobody (?:has )?(?:made|created)|there is no(?: such)?|isn't one|not one of|we do not have|we don't have)`;

export const words: FaultWords = {
  on: "tidbcluster",
  patterns: [
    `(?<=${CUSTOM_RESOURCE}.{0,120})(?:${GONE}~)?${CLASS}(?:~${GONE}(?: ${CLASS})?)?`,
    `(?:${GONE}~)?${CLASS}(?:~${GONE}(?: ${CLASS})?)?(?=.{0,120}${CUSTOM_RESOURCE})`,
    `(?<=${CUSTOM_RESOURCE}.{0,120})${CLASS}~\\b${CHANGED} to\\b`,
    `(?<=${CUSTOM_RESOURCE}.{0,160})storageclass\\.storage\\.k8s\\.io(?:~not found)?`,
    `storageclass\\.storage\\.k8s\\.io(?:~not found)?(?=.{0,120}${CUSTOM_RESOURCE})`,
    "(?:operator|cluster|custom resource)[- ]storage[- ]?class(?:[- ](?:missing|not[- ]found|absent))?",
  ],
  fixes: ["(?:correct|fix|remove|change)~storage ?class"],
  canCause: ["pending"],
};
