import { DELETED, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "mongouser",
  patterns: [
    "(?:mongo-)?role-revoked",
    `\\b(?:roles?|privileges?|permissions?|grants?|rights|read-?write|access rights)\\b~(?:revoked|taken (?:away|from)|stripped|withdrawn|not granted|no longer|${DELETED})`,
    `(?:revok\\w+|stripped of|lacks?|lacking|without|no longer has|took away|withdrew|withdrawn|has no|have no|no\\b(?! (?:problem|issue|fault|defect|error|sign|evidence|doubt)s?\\b)|${DELETED})~\\b(?:roles?|privileges?|permissions?|read-?write|rights|grants?)\\b(?:~(?:on|for) (?:the )?[\\w-]+)?`,
    "(?:not|isn't|no longer) granted~\\b(?:roles?|privileges?|permissions?|read-?write|rights)\\b",
    "\\broles?\\b ?[:=]? ?(?:is |are )?(?:now )?(?:empty|none)\\b",
    "revok\\w+",
  ],
  weak: ["(?:no longer|not|isn't) (?:allowed|permitted|entitled) to (?:read|write|query|find)"],
  fixes: ["grant\\w*"],
  canCause: ["unauthorized"],
};
