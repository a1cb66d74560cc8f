import { DELETED, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "configmap",
  patterns: [
    `config ?maps?\\b(?:(?!(?<![\\w-])(?:(?:is|are|looks?) (?:fine|ok|okay|healthy|good|intact|right|correct)|key|setting|entry|value|address|because|but|since|lacks?|points?|pointing|host|names|service|selector)(?![\\w-]))[^;]){0,50}?${DELETED}(?! (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|setting|address|value))`,
    `(?:${DELETED}|no|without|removal of|deletion of|absence of|loss of)(?: (?:the|a|its|this|that|named|called))? (?:(?!from\\b|in\\b|of\\b|because\\b|since\\b|as\\b|but\\b|when\\b|out\\b|key\\b|setting\\b)[\\w'-]+ ){0,2}?config ?maps?\\b(?:(?: (?:named |called )?[\\w./-]+)?(?: (?:exists?|is there|is left|can be found))(?: any ?more| any longer)?)?`,
    "(?:someone|somebody|an operator) (?:deleted|removed)~config ?map",
  ],
  fixes: ["(?:recreate|re-create|restore|re-?apply|create)~config ?map"],
  canCause: ["container-cannot-be-created"],
};
