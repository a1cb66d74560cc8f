import { CLAIM, VOLUME } from "../claim-words.ts";
import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "persistentvolumeclaim",
  patterns: [
    `${CLAIM}~(?<!node[- ]?)(?:label )?\\bselectors?\\b(?:~(?:${VOLUME}(?: matches)?|labels?|not supported|(?:does not|doesn't) support|unsupported|no match|nothing|cannot provision))?`,
    `(?<!node[- ]?)(?:label )?\\bselectors?\\b~${CLAIM}(?:~(?:(?:matches )?(?:no )?${VOLUME}|not supported|nothing|cannot provision))?`,
    `${CLAIM}~\\b(?:selects?|select(?:s|ing)? (?:by|on)|matchlabels)\\b~(?:${VOLUME}|labels?)(?:~labels?)?`,
    `${CLAIM}~\\b(?:wants?|asks? for|requires?|needs?)\\b~${VOLUME}~\\blabel\\w*\\b`,
    `\\b(?:no|none of the) ${VOLUME}~\\b(?:labels?|labell?ed|match\\w*|selectors?)\\b~${CLAIM}(?:~selects?\\b)?`,
    `(?:${CLAIM}~)?claim\\.spec\\.selector(?: is not supported)?`,
    "(?:pvc|claim|volume)[- ]selectors?(?:[- ]?mismatch)?",
  ],
  fixes: ["(?:remove|drop)~selector~claim"],
  canCause: ["pending"],
};
