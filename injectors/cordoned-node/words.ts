import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "all-nodes",
  patterns: [
    "\\b(?:un)?cordon(?:ed|s|ing)?\\b(?:[- ](?:nodes?|workers?))?(?:~\\bno (?:\\w+ )?(?:node|worker)s?\\b)?",
    "schedulingdisabled",
    "scheduling(?: is| was| has been)? (?:disabled|switched off|turned off)",
    "\\b(?:nodes?|workers?)\\b~\\b(?:marked|set|were|are|is|was) (?:as )?(?:unschedulable|not schedulable)\\b",
    "marked (?:as )?unschedulable",
    "\\bspec\\.unschedulable\\b",
    "\\bdrained\\b",
    "unschedulable (?:nodes?|workers?)\\b",
    "\\bnodes?[- ]unschedulable\\b",
    "node\\.kubernetes\\.io/unschedulable",
  ],
  fixes: ["uncordon\\w*"],
};
