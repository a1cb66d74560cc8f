import type { FaultWords } from "../fault-words.ts";

/** Words for what no node has. */
const UNMET =
  "(?:no (?:such )?(?:node|worker|machine)s?|none of the (?:nodes|workers)|not a single node|nothing|unsatisfiable|impossible|cannot be (?:met|satisfied)|can't be (?:met|satisfied)|never be (?:met|satisfied)|not (?:exist|match)\\w*|doesn't (?:exist|match)|does not (?:exist|match)|non-?existent)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `node[- ]?affinit(?:y|ies)(?!/selector)(?:[- ]?mismatch)?(?:~${UNMET}(?: (?:has|have|meets?|carr(?:y|ies)|satisf(?:y|ies)|matches|is|are))?)?`,
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
