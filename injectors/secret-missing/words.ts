import { DELETED, type FaultWords } from "../fault-words.ts";

/** Of a Secret that is there: what it holds is wrong, or it is one for pulling images. */
const OTHER =
  "(?:(?:is|are|looks?) (?:fine|ok|okay|healthy|good|intact|right|correct)|value|because|but|since|wrong|password is|user is|service account)";

export const words: FaultWords = {
  on: "object",
  patterns: [
    `(?<!pull[- ]?)\\bsecrets?\\b(?! ?key)(?:(?!(?<![\\w-])${OTHER}(?![\\w-]))[^;]){0,50}?${DELETED}(?! (?:a |an |the |its )?(?:[\\w.-]+ )?(?:value|role|grant))`,
    `(?:${DELETED}|no|without|removal of|deletion of|absence of|loss of)(?: (?:the|a|its|this|that|named|called))? (?:(?!pull\\b|from\\b|in\\b|of\\b|because\\b|since\\b|as\\b|but\\b|when\\b|out\\b)[\\w'-]+ ){0,2}?(?<!pull[- ]?)\\bsecrets?\\b(?:(?: (?:named |called )?[\\w./-]+)?(?: (?:exists?|is there|is left|can be found))(?: any ?more| any longer)?)?`,
    "(?:someone|somebody|an operator) (?:deleted|removed)~(?<!pull[- ]?)\\bsecret\\b",
  ],
  fixes: ["(?:recreate|re-create|restore|re-?apply|create)~(?<!pull[- ]?)\\bsecret\\b"],
  canCause: ["container-cannot-be-created"],
};
