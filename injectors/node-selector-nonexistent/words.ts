import { ABSENT, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "node[- ]?selectors?(?:[- ]?mismatch)?(?:~(?:no node\\b|not (?:exist|match)\\w*|doesn't (?:exist|match)|does not (?:exist|match)|non-?existent|nobody|nothing(?! to do)))?",
    "node affinity/selector",
    "kubernetes\\.io/hostname(?:~(?:no node|does not exist|doesn't exist|non-?existent))?",
    `\\b(?:ask|requir|want|pin|bound|tied|constrain|request|demand|restrict|assign|schedul|target|nail|need)\\w*~\\bnodes?\\b(?! ?affinit)~(?:${ABSENT}|no such|unknown|that is not|isn't|not part of|not in)`,
    `(?:${ABSENT}|missing|unknown|imaginary|fictitious|no such) (?:\\w+ )?(?:node|worker)(?![\\w-])`,
    `\\bnodes? (?:named |called )?(?:[\\w-]+ )?(?:that |which )?(?:${ABSENT}|is not part of|isn't part of)`,
    "\\b(?:labels?|nodes?)\\b~\\b(?:on|by) (?:no|none of the|not a single) (?:nodes?|workers?)\\b",
    "[\\w./-]+=[\\w.-]+,? (?:which |that )?no (?:such )?node has",
    "(?:pinned|bound|tied|nailed) to (?:a |an |the |one )?~\\b(?:nodes?|host|hostname|worker)\\b",
    "(?<!(?:affinity|topology|spread|skew)\\b[^;]{0,60})\\bno (?:such )?node (?:has(?! *(?:[,.;]|$)| (?:that much|so much|as much|enough|room|capacity|more|\\d))|carries|is (?:named|called|labell?ed)|named|called|satisf(?:ies|y)|with|bears|matches|of that)",
  ],
  weak: [`(?:${ABSENT}|missing|unknown|imaginary|fictitious) host\\b`],
  fixes: ["node[- ]?selector"],
  canCause: ["pending"],
};
