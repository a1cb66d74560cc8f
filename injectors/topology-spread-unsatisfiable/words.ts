import type { FaultWords } from "../fault-words.ts";
import { NO_NODE, UNMET } from "../unmet-words.ts";

const SPREAD = "(?:topology[- ]?spread(?:[- ]?constraints?)?|spread(?:ing)?[- ]constraints?)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:pod )?${SPREAD}(?:[- ]unsatisfiable)?(?: \\(missing required label\\))?(?:~${NO_NODE}(?: (?:that|this|the|such) label)?)?`,
    `${SPREAD}~\\blabels?\\b~${NO_NODE}`,
    `${SPREAD}~\\blabels?\\b(?:~\\b(?:missing|absent|lack\\w*)\\b)?`,
    `${UNMET}~${SPREAD}`,
    `\\btopology ?keys?\\b(?:~${NO_NODE})?`,
    `\\bmax ?skew\\b(?:~${NO_NODE})?`,
    `\\bspread\\b~\\b(?:zones?|racks?|regions?|topolog(?:y|ies)|domains?|labels?)\\b(?:~${NO_NODE})?`,
    `\\bdonotschedule\\b(?:~${NO_NODE})?`,
  ],
  fixes: ["topology ?spread", "schedule ?anyway"],
  canCause: ["pending"],
};
