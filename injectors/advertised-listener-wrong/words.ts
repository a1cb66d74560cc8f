import type { FaultWords } from "../fault-words.ts";

const TOLD = "(?:listeners?|address(?:es)?|hosts?(?: ?names?)?|names?|endpoints?|urls?)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "(?:kafka[._ ])?advertised[._ -](?:kafka[._ -])?listeners?",
    `advertis(?:es?|ed|ing)(?: (?:to|for) (?:its|the|all) clients)?~${TOLD}`,
    `(?:wrong|unresolvable|unreachable|invalid|bad) advertised ${TOLD}`,
    `advertised ${TOLD}`,
    `(?:broker|kafka) (?:metadata|listeners?)~(?:wrong|unresolvable|unreachable|points?|another|nobody)`,
    `metadata~(?:wrong|unresolvable|unreachable) (?:broker )?${TOLD}`,
  ],
  fixes: ["(?:set|fix|correct|change|restore)~advertised"],
};
