import type { FaultWords } from "../fault-words.ts";

/** Words for too few places. */
const UNMET =
  "(?:more (?:pods|replicas|instances) than|(?:too few|not enough|fewer|only \\w+) (?:nodes|workers)|no (?:free |other )?(?:node|worker)s?|cannot be (?:met|satisfied)|can't be (?:met|satisfied)|never be (?:met|satisfied)|unsatisfiable|impossible|deadlock\\w*)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:pod[- ]?)?anti[- ]?affinit(?:y|ies)(?:[- ](?:rules?|deadlock|terms?|constraints?))?(?:~${UNMET}(?:~\\b(?:nodes|workers)\\b)?)?`,
    `${UNMET}~(?:pod[- ]?)?anti[- ]?affinity`,
    "more (?:pods|replicas)~than~\\b(?:nodes|workers)\\b~anti[- ]?affinity",
  ],
  weak: ["(?:pods?|replicas?)~(?:different|separate|own) (?:nodes?|hosts?)~(?:more (?:pods|replicas) than|too few|not enough)"],
  fixes: ["anti[- ]?affinity"],
  canCause: ["pending"],
};
