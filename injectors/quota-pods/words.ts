import type { FaultWords } from "../fault-words.ts";

const PODS = "(?:\\bpods?\\b(?:[- ](?:count|number|limit|quota))?)";
const FULL =
  "(?:exceed\\w*|exhausted|used up|full|reached|at its limit|too (?:low|small|tight|few|strict)|no room|hit|below|fewer than|less than|at most|only|maxed out|caps?|capped|(?<!memory )(?<!requests (?:or|and) )limits?|limited|allows?|permits?)";

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `\\b(?:resource ?)?quotas?\\b~\\b${FULL}~${PODS}`,
    `\\b(?:resource ?)?quotas?\\b~${PODS}~\\b${FULL}\\b`,
    `\\b(?:resource ?)?quotas?\\b~\\bpods (?:to|at|=|is|are) ?\\d+(?:~\\b(?:resource ?)?quotas?\\b~\\b${FULL})?`,
    `\\b${FULL}\\b~\\b(?:resource ?)?quotas?\\b~${PODS}`,
    `${PODS}[- ](?:count )?(?:resource ?)?quotas?\\b(?:~\\b${FULL}\\b)?`,
    "\\b(?:resource ?)?quotas?\\b[- ](?:on|of|for|over) (?:the )?(?:number of )?pods\\b",
    "exceeded quota~\\bpods=",
    "\\bexceeded (?:the )?(?:[\\w-]+ )?(?:resource ?)?quota\\b",
    "\\bpods=\\d+~\\blimited\\b",
  ],
  fixes: ["(?:raise|increase|lift|bump)~\\bquotas?\\b"],
};
