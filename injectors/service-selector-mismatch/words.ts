import { type FaultWords, NOT_MATCHING } from "../fault-words.ts";

export const words: FaultWords = {
  on: "service",
  patterns: [
    `(?:service-)?(?<!node[- ]?|affinity/)\\bselectors?(?:[- ]mismatch)?\\b(?:~(?:${NOT_MATCHING}|no (?:\\w+ )?pods?\\b|nothing(?! to do)|none|zero pods|not (?:on|present|carried)|do not (?:have|carry)|don't (?:have|carry)|lack))?`,
    "\\bselects? (?:no|nothing|none|zero|0)\\b(?: (?:\\w+ )?(?:pods?|backends?))?",
    "(?:match(?:es|ing)?|target(?:s|ing)?|select(?:s|ing)?) (?:no|zero|0|none of (?:the|its)(?! (?:nodes|workers|machines))|nothing|any non-?existent)\\b(?: (?:\\w+ )?(?:pods?|backends?|labels?))?",
    `\\blabels?\\b~(?:${NOT_MATCHING}|no pods?|none of the pods|not on the pods|(?:pods|they) (?:do not|don't|lack)|mismatch\\w*)`,
    "\\bno pods? (?:carr(?:y|ies)|ha[sv]e?|bears?|match(?:es)?)\\b(?! (?:access|network))",
    "look(?:s|ing)? for pods (?:labell?ed|with)",
    "label mismatch",
    "(?:not|n't|no longer|never) (?:select|match|pick(?: up)?)(?:s|es)?\\b~\\bpods?\\b(?!(?:'s)? (?:node|affinity|anti|topology))",
    "\\blabels?\\b~(?:differ|disagree|diverge|out of sync)\\w*",
  ],
  weak: [
    "\\b(?:selects?|asks for|looks for|wants|searches for|matches on) (?:pods (?:with |labell?ed )?)?[\\w./-]+ ?[=:] ?[\\w.-]+~\\b(?:pods?|they|deployment|template|endpoints?|nothing|nobody)\\b",
    "\\bservices?\\b~(?:selects?|looks? for|asks? for|searches for|wants|matches) [\\w./-]+ ?[=:] ?[\\w.-]+",
  ],
  fixes: ["(?:restore|correct|fix|put|set|change|remove|drop|revert)~(?<!node[- ]?)selectors?\\b"],
  elsewhere: { deployment: "other:workload-selector", statefulset: "other:workload-selector" },
};
