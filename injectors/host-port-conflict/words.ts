import type { FaultWords } from "../fault-words.ts";

/** Words for a port that somebody else has. */
const TAKEN =
  "(?:taken|holds?|in use|used|occupied|held|owned|bound|busy|claimed|reserved|allocated|conflicts?|conflicting|clash\\w*|collid\\w*|collision|not free|isn't free|not available|unavailable)";

/** Words for every machine of the cluster. */
const EVERYWHERE =
  "(?:(?:on|of|by) (?:every|each|all|all of the|all the|any)(?: of the)? ?(?:nodes?|workers?|hosts?|machines?)?|everywhere)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `host[- ]?ports?\\b(?:~${TAKEN}(?:~${EVERYWHERE})?(?:~\\bmonitoring\\b)?)?`,
    `${TAKEN}~host[- ]?ports?\\b`,
    "(?:did not|didn't|does not|doesn't|do not|don't|not) have (?:a )?free ports?(?: for the requested pod ports?)?",
    "\\bno (?:free|available) (?:host[- ]?)?ports?\\b",
    `\\bports? (?:\\d+ )?(?:of|on) (?:the|its|their|every|each|all|any)(?: the)? (?:nodes?|hosts?|workers?|machines?)\\b(?:~${TAKEN})?`,
    `\\bports?\\b~${TAKEN}~${EVERYWHERE}`,
    `\\bports?\\b~${TAKEN}~\\bnode[- ]?exporters?\\b`,
    `\\bnode[- ]?exporters?\\b~(?:has|have|takes?|uses?|occup\\w+|owns?|binds?|${TAKEN})~\\bports?\\b`,
    "\\bno (?:node|worker|host|machine)s?~(?:has|have)~\\bports?\\b~\\bfree\\b",
    "\\bno (?:node|worker|host|machine)s?~(?:has|have|with)~\\bfree ports?\\b",
  ],
  fixes: ["host[- ]?port"],
  canCause: ["pending"],
};
