import type { FaultWords } from "../fault-words.ts";
import { NO_NODE, UNMET } from "../unmet-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `node[- ]?affinit(?:y|ies)(?!/selector)(?:[- ]?mismatch)?(?:~${NO_NODE})?`,
    "node[- ]?affinity(?!/selector)~node affinity/selector",
    "node affinity/selector~node[- ]?affinity(?!/selector)",
    "node[- ]?affinity rules?",
    `${UNMET}~node[- ]?affinity(?!/selector)`,
    "(?<!pod[- ]|anti-?)\\baffinity\\b~\\b(?:labels?|nodes?|zones?|regions?|pools?|instance types?|arch\\w*)\\b(?:~\\bno (?:node|worker)s?\\b)?",
    "(?:requires?|required|requiring)~(?<!pod[- ]|anti[- ]?)\\baffinity\\b~\\bnodes?\\b",
    "\\bnode ?selector ?terms?(?:~\\bno (?:node|worker)s?\\b)?",
    "matchexpressions?~\\bno (?:node|worker)s?\\b",
  ],
  fixes: ["node[- ]?affinity"],
  canCause: ["pending"],
};
